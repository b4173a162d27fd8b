import { describe, expect, it } from 'vitest';
import { bookOf } from '../testing/book-of.js';
import { type ContinueFrom, findRareWords, putInRareWords, type ScoredText } from './rare-words.js';

const BOOKS = {
  source: 'en',
  book: bookOf({
    dough: 'Teig',
    nutmeg: 'Muskatnuss',
    stove: 'Herd',
    bulb: 'elektrische Birne',
    house: 'Haus',
  }),
};

/** Word by word: each word of the translation comes from the one in the same place. */
const linked = (line: string, text: string, score: number): ScoredText => {
  const wordsOf = (side: string) =>
    [...side.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
    }));
  const targets = wordsOf(text);
  const links = wordsOf(line).flatMap((source, place) => {
    const target = targets[place];
    return target ? [{ source, target }] : [];
  });
  return { text, links, score };
};

/** A model that translates a line as it is told, and goes on with `…` after a beginning. */
const modelOf = (line: string, scoreOf: (text: string) => number = () => -1) => {
  const beginnings: string[] = [];
  const continueFrom: ContinueFrom = async (beginning) => {
    beginnings.push(beginning);
    const rest = line.split(' ').slice(beginning.split(' ').length);
    const text = [beginning, ...rest.map((word) => `${word}…`)].join(' ');
    return linked(line, text, scoreOf(text));
  };
  // Words of every day are one piece.
  const rare = findRareWords(line, BOOKS, (word) => (word === 'house' ? 1 : 3));
  const putIn = async (text: string, goesOn = continueFrom): Promise<string> =>
    (await putInRareWords(linked(line, text, scoreOf(text)), rare, goesOn)).text;
  return { putIn, beginnings };
};

describe('a rare word that the model guessed at', () => {
  it('is put in from the phrase book, and the model goes on behind it', async () => {
    const { putIn, beginnings } = modelOf('let the dough rise');
    expect(await putIn('lass den ärgerlichen aufstehen')).toBe('lass den Teig rise…');
    expect(beginnings).toEqual(['lass den Teig']);
  });

  it('is put in for each of several words, one after the other', async () => {
    const { putIn, beginnings } = modelOf('dough and nutmeg now');
    expect(await putIn('Ärger und nutmeg jetzt')).toBe('Teig and… Muskatnuss now…');
    expect(beginnings).toEqual(['Teig', 'Teig and… Muskatnuss']);
  });

  it.each([
    ['its translation stands in another form', 'two stove', 'zwei Herde'],
    ['the book has several words for it, or it is not rare', 'bulb in house', 'Knolle in Heim'],
  ])('is left where %s', async (_why, line, translation) => {
    const { putIn, beginnings } = modelOf(line);
    expect(await putIn(translation)).toBe(translation);
    expect(beginnings).toEqual([]);
  });

  it('is left where the model cannot make a sentence of it', async () => {
    const { putIn } = modelOf('the dough rises', (text) => (text.includes('Teig') ? -2 : -1));
    expect(await putIn('der Ärger steigt')).toBe('der Ärger steigt');
  });

  it('is left where the model has no answer', async () => {
    const { putIn } = modelOf('the dough');
    expect(await putIn('der Ärger', async () => undefined)).toBe('der Ärger');
  });
});
