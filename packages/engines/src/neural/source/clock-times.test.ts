import { describe, expect, it } from 'vitest';
import { editsOfTimes } from './clock-times.js';
import { edited } from './plain-line.js';

const plain = (language: string, line: string): string =>
  edited(line, editsOfTimes(line, language)).text;

describe('times are written as models know them', () => {
  it.each([
    ['it', 'Ci vediamo alle 14.30.', 'Ci vediamo alle 14:30.'],
    ['it', 'Aperto dalle 9.30 alle 18.', 'Aperto dalle 9:30 alle 18:00.'],
    ['fr', 'À 14h30 ou 8 h 05.', 'À 14:30 ou 8:05.'],
    ['fr', 'de 9h30 à 12h', 'de 9:30 à 12:00'],
    ['nl', 'van 9.30 tot 17.00 uur', 'van 9:30 tot 17:00'],
    ['nl', 'om half acht', 'om 7:30'],
    ['de', 'Lieferung: 8–12 Uhr', 'Lieferung: 8:00–12:00'],
    ['de', 'Mo.–Fr. 8–12 und 14–18 Uhr', 'Mo.–Fr. 8:00–12:00 und 14:00–18:00'],
    ['de', 'um halb eins', 'um 12:30 Uhr'],
    ['de', 'um Viertel vor 1', 'um 12:45 Uhr'],
    ['pl', 'o 9.30', 'o 9:30'],
    ['pl', 'Spotkanie o godz. 18', 'Spotkanie o 18:00'],
    ['ru', 'в 9.30', 'в 9:30'],
    ['pt', 'às 14h30', 'às 14:30'],
    ['en', 'at half past 3', 'at 3:30'],
    ['en', "a quarter to four o'clock", '3:45'],
  ])('%s: %s', (language, line, expected) => {
    expect(plain(language, line)).toBe(expected);
  });
});

describe('what is no time stays', () => {
  it.each([
    ['it', 'Costa 14.30 euro, versione 2.10, da 9.30 a 12.30 euro.'],
    ['nl', 'het half jaar en 9.30 meter, voor 9.30 euro'],
    ['de', 'halb so groß, Version 9.30, von 9.305 Metern'],
    ['fr', '24 heures, 100h30'],
    ['pl', 'w dniu 12.11.2026'],
    ['en', 'half past the hour'],
    ['ja', '9時30分'],
  ])('%s: %s', (language, line) => {
    expect(plain(language, line)).toBe(line);
  });
});
