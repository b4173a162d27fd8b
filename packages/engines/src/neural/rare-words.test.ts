import { describe, expect, it } from 'vitest';
import { putInRareWords, type RareWordTools, type ScoredText } from './rare-words.js';
import { bookOf } from './testing/book-of.js';

const BOOKS = {
  source: 'en',
  book: bookOf({
    dough: 'Teig',
    nutmeg: 'Muskatnuss',
    stove: 'Herd',
    commercial: 'Werbung',
    bulb: 'elektrische Birne',
    house: 'Haus',
    'angry man': 'ärgerlicher Mann',
    'trade fair': 'kommerzielle Messe',
  }),
  backBook: bookOf({ Haus: 'house', kommerziell: 'commercial' }),
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
  const tools: RareWordTools = {
    ...BOOKS,
    // Words of every day are one piece.
    countPieces: (word) => (word === 'house' ? 1 : 3),
    replacesWords: true,
    explain: async (text) => linked(line, text, scoreOf(text)),
    goOn: async (beginning) => {
      beginnings.push(beginning);
      const rest = line.split(' ').slice(beginning.split(' ').length);
      const text = [beginning, ...rest.map((word) => `${word}…`)].join(' ');
      return linked(line, text, scoreOf(text));
    },
  };
  return { tools, beginnings };
};

describe('a rare word that the model guessed at', () => {
  it('is put in from the phrase book, and the model goes on behind it', async () => {
    const line = 'let the dough rise';
    const { tools, beginnings } = modelOf(line);
    const changed = await putInRareWords(line, 'lass den ärgerlichen aufstehen', tools);
    expect(beginnings).toEqual(['lass den Teig']);
    expect(changed?.text).toBe('lass den Teig rise…');
  });

  it('is put in for each of several words, one after the other', async () => {
    const line = 'dough and nutmeg now';
    const { tools, beginnings } = modelOf(line);
    const changed = await putInRareWords(line, 'Ärger und nutmeg jetzt', tools);
    expect(beginnings).toEqual(['Teig', 'Teig and… Muskatnuss']);
    expect(changed?.text).toBe('Teig and… Muskatnuss now…');
  });

  it('is left where its translation stands in another form', async () => {
    const { tools, beginnings } = modelOf('two stove');
    expect(await putInRareWords('two stove', 'zwei Herde', tools)).toBeUndefined();
    expect(beginnings).toEqual([]);
  });

  it('is left where the book has several words for it, or the word is not rare', async () => {
    const { tools, beginnings } = modelOf('bulb in house');
    expect(await putInRareWords('bulb in house', 'Knolle in Heim', tools)).toBeUndefined();
    expect(beginnings).toEqual([]);
  });

  it('is left where the model cannot make a sentence of it', async () => {
    const line = 'the dough rises';
    const { tools } = modelOf(line, (text) => (text.includes('Teig') ? -2 : -1));
    expect(await putInRareWords(line, 'der Ärger steigt', tools)).toBeUndefined();
  });

  it('is left where the model cannot say where its words come from', async () => {
    const { tools } = modelOf('the dough');
    const mute = { ...tools, explain: async () => undefined };
    expect(await putInRareWords('the dough', 'der Ärger', mute)).toBeUndefined();
  });

  it('is left where the guess is a word, unless such words are to be replaced', async () => {
    const line = 'commercial flights';
    const { tools, beginnings } = modelOf(line);
    const careful = { ...tools, replacesWords: false };
    expect(await putInRareWords(line, 'kommerzielle Flüge', careful)).toBeUndefined();
    expect(beginnings).toEqual([]);
    expect((await putInRareWords(line, 'kommerzielle Flüge', tools))?.text).toBe(
      'Werbung flights…',
    );
    expect((await putInRareWords(line, 'Kommerzialle Flüge', careful))?.text).toBe(
      'Werbung flights…',
    );
  });
});
