import { beforeAll, describe, expect, it } from 'vitest';
import type { FindLetterCase } from '../engine.js';
import type { Detector } from './detection.js';
import { createDetector } from './detector.js';

const INSTALLED = new Set('ca es en fr it pt sv da nb de nl'.split(' '));

/** What the dictionaries have, in the letter case that they have it in. */
const PHRASES: Readonly<Record<string, readonly string[]>> = {
  de: ['Profil', 'Adresse', 'Rathaus', 'Strahl', 'Datum', 'Wolke', 'Korb'],
  fr: ['profil', 'adresse', 'facture', 'vélo', 'mot de passe'],
  nl: ['datum', 'tuin', 'straal'],
  en: ['datum', 'birthday', 'hammer'],
  es: ['factura', 'reloj'],
  it: ['utente', 'ordine'],
};

const findLetterCase: FindLetterCase = (phrase, among) => {
  const found = new Map<string, 'lower' | 'capital'>();
  for (const [language, phrases] of Object.entries(PHRASES)) {
    if (among && !among.has(language)) continue;
    if (phrases.includes(phrase)) found.set(language, 'lower');
    else if (phrases.some((one) => one.toLowerCase() === phrase)) found.set(language, 'capital');
  }
  return found;
};

let detector: Detector;
let withoutDictionaries: Detector;
beforeAll(async () => {
  detector = await createDetector(findLetterCase);
  withoutDictionaries = await createDetector();
}, 60_000);

const languageOf = (text: string) => detector.detectPreferring([text], INSTALLED)[0]?.language;

describe('a single word that a dictionary has', () => {
  it.each([
    ['Rathaus', 'de'],
    ['RATHAUS', 'de'],
    ['Wolke', 'de'],
    ['Facture', 'fr'],
    ['Vélo', 'fr'],
    ['tuin', 'nl'],
    ['Birthday', 'en'],
    ['Reloj:', 'es'],
    ["L'utente", 'it'],
    ['dell’ordine', 'it'],
    ["L'adresse", 'fr'],
  ])('%s is in its language, %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    ['Adresse', 'de'],
    ['adresse', 'fr'],
    ['Profil', 'de'],
    ['profil', 'fr'],
    ['Datum', 'de'],
  ])('%s is in the language that writes it so, %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });

  it('would be in another language by its letters', () => {
    const [judged] = withoutDictionaries.detectPreferring(['Rathaus'], INSTALLED);
    expect(judged?.language).not.toBe('de');
  });
});

it('a compound is in the language whose dictionary has its last part', () => {
  expect(languageOf('Protonenstrahl')).toBe('de');
});

it('sentences are not looked up', async () => {
  const asked: string[] = [];
  const watched = await createDetector((phrase) => {
    asked.push(phrase);
    return new Map();
  });
  watched.detectPreferring(['Das Wetter war gut.', `${'x'.repeat(20_000)}`], INSTALLED);
  expect(asked.every((phrase) => phrase.length <= 40)).toBe(true);
});

describe('the target language', () => {
  const judge = async (text: string, target: string) => {
    const [judged] = await detector.detectPreferringYielding([text], INSTALLED, { target });
    return judged?.language;
  };
  it('is not the source of a word that may be in another one', async () => {
    expect(await judge('Datum', 'de')).not.toBe('de');
    expect(await judge('Adresse', 'de')).toBe('fr');
  });
  it('is that of a text which says so', async () => {
    expect(await judge('Das Wetter war an dem Tag erstaunlich gut.', 'de')).toBe('de');
    expect(await judge('Rathaus', 'de')).toBe('de');
  });
});
