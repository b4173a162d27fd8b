import { describe, expect, it } from 'vitest';
import { bookOf } from '../testing/book-of.js';
import { copyCounter, translateCopies } from './copied-words.js';

const GERMAN = {
  source: 'en',
  book: bookOf({
    frog: 'Frosch',
    bulb: 'elektrische Birne',
    baker: 'Bäcker',
    Thursday: 'Donnerstag',
    show: 'zeigen',
    'light show': 'Show mit Licht',
    sauna: 'Schwitzbad',
    node: 'Knoten',
    hotel: 'Hotel',
  }),
  backBook: bookOf({ Sauna: 'sauna', Frosch: 'frog' }),
};

const german = (source: string, translation: string) =>
  translateCopies(source, translation, GERMAN);

describe('a word that the model copied', () => {
  it('is translated by its phrase book', async () => {
    expect(await german('A new species of frog.', 'Eine neue Art von frog.')).toBe(
      'Eine neue Art von Frosch.',
    );
    expect(await german('See you on Thursday, then', 'Dann bis Thursday, ja')).toBe(
      'Dann bis Donnerstag, ja',
    );
    expect(await german('A \ue000frog\ue001.', 'Ein \ue000frog\ue001.')).toBe(
      'Ein \ue000Frosch\ue001.',
    );
    expect(await german('frog (a frog)', 'Der frog (das ist ein frog)')).toBe(
      'Der Frosch (das ist ein Frosch)',
    );
  });

  it.each([
    ['a name', 'Mr Baker is here.', 'Herr Baker ist hier.'],
    ['a word of the target language', 'In the sauna', 'In der sauna'],
    ['a word of a translation', 'It is a show.', 'Es ist eine show.'],
    ['quoted', 'He said "frog".', 'Er sagte „frog“.'],
    ['part of a name', 'We use node.js and frog/baker.', 'Wir nutzen node.js und frog/baker.'],
    ['part of another word', 'frog-like', 'frog-like'],
    ['the same in both languages', 'the hotel', 'das hotel'],
    ['unknown to the book', 'a zebra', 'ein zebra'],
    ['known as several words only', 'the bulb', 'die bulb'],
    ['not in the source', 'a toad', 'ein frog'],
    ['one of many', 'The frog sits on a bulb.', 'The frog sits on einer bulb.'],
  ])('stays where it is %s', async (_why, source, translation) => {
    expect(await german(source, translation)).toBe(translation);
  });

  it('stays with a capital where all nouns have one', async () => {
    const book = bookOf({ Schneider: 'tailor', langsam: 'slow' });
    expect(
      await translateCopies('Herr Schneider ist langsam.', 'Mr Schneider is langsam.', {
        source: 'de',
        book,
      }),
    ).toBe('Mr Schneider is slow.');
  });

  it('is looked for in whole books a few times only', async () => {
    const words = Array.from(
      { length: 30 },
      (_, index) => `frog${'abcdefghij'[index % 10]}${'xyz'[Math.floor(index / 10)]}`,
    );
    const book = bookOf(Object.fromEntries(words.map((word) => [word, `${word}ig`])));
    const translation = words.map((word) => `ein ${word}`).join(' und ');
    const translated = await translateCopies(words.join(' '), translation, { source: 'en', book });
    expect(translated.split(' ').filter((word) => word.endsWith('ig'))).toHaveLength(10);
  });
});

describe('copies of ordinary words', () => {
  const books = {
    source: 'en',
    book: bookOf({ delivery: 'entrega', information: 'información', miller: 'molinero' }),
    backBook: bookOf({ deliberar: 'deliberate' }),
  };
  it.each([
    ['Delivery takes 3 days', 'La entrega tarda 3 días', 0],
    ['Delivery takes 3 days', 'La deliverción tarda 3 días', 1],
    ['Delivery takes 3 days', 'La delivery tarda 3 días', 1],
    ['Delivery takes 3 days', 'Deliberar tarda 3 días', 0],
    ['No information', 'Sin información', 0],
    ['Ask Miller', 'Pregunta a Miller', 0],
    ['Brunch is served', 'Se sirve brunch', 0],
    ['', 'nada', 0],
  ])('are counted: %s: %s', (source, translation, count) => {
    expect(copyCounter(source, books)(translation)).toBe(count);
  });
});
