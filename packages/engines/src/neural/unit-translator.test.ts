import { protectSpans, type TranslationUnit } from '@dragoman/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlignedText } from './alignment/aligned-text.js';
import { alignerOf, copy, given, translate, wordByWord } from './testing/aligned-lines.js';
import {
  type LineTranslator,
  translateUnit as translateWith,
  type UnitModel,
} from './unit-translator.js';

const latin: UnitModel = {
  knows: (character) => /^[\p{ASCII}\p{sc=Latin}\p{M}]+$/u.test(character.normalize('NFKC')),
  countTokens: (text) => Math.ceil(text.length / 3),
  maxTokens: 40,
};
const translateUnit = async (
  unit: TranslationUnit,
  model: UnitModel,
  translateLine: LineTranslator['translateLine'],
): Promise<string> => (await translateWith(unit, model, { translateLine })).text;
const echo = async (line: string): Promise<string> => line;
const shout = async (line: string): Promise<string> => line.toUpperCase();
const plain = (text: string) => ({ text, protectedSpans: [] });
const keeping = (text: string, ...kept: string[]): TranslationUnit => {
  const ranges = kept.map((span) => {
    const start = text.indexOf(span);
    return { start, end: start + span.length };
  });
  return { text, protectedSpans: protectSpans(text, ranges) };
};

/** Translates and notes what the model was given. */
const spy = () => {
  const lines: string[] = [];
  const translate = async (line: string): Promise<string> => {
    lines.push(line);
    return line.toUpperCase();
  };
  return { lines, translate };
};

describe('translateUnit', () => {
  it('gives a plain text to the model as it is', async () => {
    const { lines, translate } = spy();
    expect(await translateUnit(plain('A house.'), latin, translate)).toBe('A HOUSE.');
    expect(lines).toEqual(['A house.']);
  });

  it('asks nothing of the model where there is nothing to translate', async () => {
    const { lines, translate } = spy();
    for (const text of ['', ' \t\n', '12.50 %', '日本語', '👩‍👩‍👧‍👦 🇪🇸']) {
      expect(await translateUnit(plain(text), latin, translate)).toBe(text);
    }
    expect(lines).toEqual([]);
  });

  it('leaves lines that stay as they are, with their tags', async () => {
    const isKept = (line: string): boolean => line === 'Peter';
    const lines = { translateLine: shout, isKept };
    expect((await translateWith(plain(' Peter '), latin, lines)).text).toBe(' Peter ');
    expect((await translateWith(keeping('<b>Peter</b>', '<b>', '</b>'), latin, lines)).text).toBe(
      '<b>Peter</b>',
    );
    expect((await translateWith(plain('Peter sings.'), latin, lines)).text).toBe('PETER SINGS.');
  });

  it('writes no more blanks between words than the source has', async () => {
    const spread = async (line: string): Promise<string> => line.replaceAll(' ', '  ');
    expect(await translateUnit(plain('A  house.'), latin, spread)).toBe('A    house.');
    expect(await translateUnit(plain('A small house.'), latin, spread)).toBe('A small house.');
  });

  it('lets stand-ins travel for protected spans', async () => {
    const { lines, translate } = spy();
    const unit = keeping('Dear {name}, you have {count}px left.', '{name}', '{count}');
    expect(await translateUnit(unit, latin, translate)).toBe(
      'DEAR {name}, YOU HAVE {count}PX LEFT.',
    );
    expect(lines).toEqual(['Dear X1, you have X2 px left.']);
  });

  it('takes stand-ins that the text does not hold itself', async () => {
    const { lines, translate } = spy();
    await translateUnit(keeping('The X1 of {name}', '{name}'), latin, translate);
    expect(lines).toEqual(['The X1 of Z1']);
  });

  it('keeps what the model does not know where it was, and the words of another script whole', async () => {
    const { lines, translate } = spy();
    const text = '🎉 I say Здравствуйте, мир to you 😀';
    expect(await translateUnit(plain(text), latin, translate)).toBe(
      '🎉 I SAY Здравствуйте, мир TO YOU 😀',
    );
    expect(lines).toEqual(['I say X1 to you']);
  });

  it('falls back to numbers, then to the text in between, where stand-ins do not arrive', async () => {
    const seen: string[] = [];
    const losing = async (line: string): Promise<string> => {
      seen.push(line);
      return line.replaceAll(/[XZ]\d|\b\d{3}\b/g, '');
    };
    const unit = keeping('Dear {name}, hello.', '{name}');
    expect(await translateUnit(unit, latin, losing)).toBe('Dear {name}, hello.');
    expect(seen).toEqual(['Dear X1, hello.', 'Dear 701, hello.', 'Dear', ', hello.']);
  });

  it('translates wrapped lines as one, and wraps the translation near the same place', async () => {
    const { lines, translate } = spy();
    expect(await translateUnit(plain('A text that\r\n  goes on.'), latin, translate)).toBe(
      'A TEXT THAT\r\n  GOES ON.',
    );
    expect(lines).toEqual(['A text that goes on.']);
  });

  it('gives no line break to the model, also where several stand among blanks', async () => {
    const { lines, translate } = spy();
    await translateUnit(plain('One \u0085 \u0085 two.'), latin, translate);
    expect(lines.join('')).not.toMatch(/[\n\u0085]/);
  });

  it('translates paragraphs one by one', async () => {
    const { lines, translate } = spy();
    expect(await translateUnit(plain('One.\n\nTwo.'), latin, translate)).toBe('ONE.\n\nTWO.');
    expect(lines).toEqual(['One.', 'Two.']);
  });

  it('cuts a long text after sentences and clauses', async () => {
    const { lines, translate } = spy();
    const text = `${'First we go there, '.repeat(5)}and rest. ${'Then we come back, '.repeat(5)}too.`;
    expect(await translateUnit(plain(text), latin, translate)).toBe(text.toUpperCase());
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/[.,]$/);
  });

  it('looks for copied words in the translation of each piece of a long text', async () => {
    const asked: string[] = [];
    const withPhrases = async (source: string, translation: string): Promise<string> => {
      asked.push(source);
      return translation.replace('FROG', 'FROSCH');
    };
    const lines = { translateLine: shout, withPhrases };
    const text = `A frog.\n\n${'First we go there, '.repeat(9)}and rest.`;
    expect((await translateWith(plain(text), latin, lines)).text).toContain('A FROSCH.');
    expect(asked.length).toBeGreaterThan(2);
  });

  it('keeps the source where the model has no answer', async () => {
    expect(await translateUnit(plain('A house.'), latin, async () => ' ')).toBe('A house.');
  });

  it('gives every text back as it was when the model repeats what it gets', async () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await translateUnit(plain(text), latin, echo)).toBe(text);
      }),
    );
  });

  it('keeps every protected span, whatever the model does', async () => {
    const word = fc.constantFrom('one', 'two,', 'X1', '701', 'é', '日本', '😀', '.', '\n', 'three');
    const span = fc.constantFrom('{name}', '%1$s', '<b>', 'https://example.org/?a=b', '\ue000');
    const parts = fc.array(fc.oneof(word, fc.record({ span })), { maxLength: 30 });
    const spoil = fc.constantFrom(
      echo,
      shout,
      async () => '',
      async () => 'X1 X1 X2 701 \ue000\ue001',
      async (line: string) => [...line].reverse().join(''),
      async (line: string) => line.replaceAll(/\d/g, ''),
    );
    await fc.assert(
      fc.asyncProperty(parts, spoil, fc.constantFrom(' ', ''), async (row, translate, gap) => {
        let text = '';
        const ranges = [];
        const expected: string[] = [];
        for (const part of row) {
          if (typeof part === 'string') text += part;
          else {
            ranges.push({ start: text.length, end: text.length + part.span.length });
            text += part.span;
            expected.push(part.span);
          }
          text += gap;
        }
        const unit = { text, protectedSpans: protectSpans(text, ranges) };
        const { text: translated, spans } = await translateWith(unit, latin, {
          translateLine: translate,
        });
        expect(spans.map(({ span }) => span).sort((one, two) => one - two)).toEqual([
          ...expected.keys(),
        ]);
        let position = 0;
        for (const { start, end, span } of spans) {
          expect(translated.slice(start, end)).toBe(expected[span]);
          expect(start).toBeGreaterThanOrEqual(position);
          position = end;
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the line a model gets', () => {
  it.each([
    ['Press <b>OK</b> now.', 'Press OK now.'],
    ['Press <b>{key}</b> now.', 'Press X1 now.'],
    ['<u>F</u>ile', 'File'],
    ['<a>Home</a><a>About</a>', 'Home About'],
    ['Save<img/>Cancel', 'Save Cancel'],
    ['彼は<b>赤い</b>家', '彼は 赤い 家'],
    [' <i>so</i> ', 'so'],
  ])('%s: %s', async (text, expected) => {
    const { aligner, lines } = alignerOf(copy);
    expect(await translate(text, aligner)).toBe(text);
    expect(lines).toEqual([expected]);
  });
});

describe('tags of a translation', () => {
  it.each([
    [
      'follow their word',
      'the <b>red</b> house',
      'la<the casa<house roja<red',
      'la casa <b>roja</b>',
    ],
    [
      'go around all their words, and what came in between',
      'he <b>took off</b> fast today',
      'se<off rápido<fast quitó<took hoy<today',
      '<b>se rápido quitó</b> hoy',
    ],
    [
      'go around most of their words where these are far apart',
      'he <b>shuts all</b> the old green doors',
      'er<he schließt<shuts die<the alten<old grünen<green Türen<doors alle<all',
      'er <b>schließt</b> die alten grünen Türen alle',
    ],
    [
      'leave out a word far away',
      '<a>the red house</a> stands there today',
      'la<the casa<house roja<red está<stands allí<there hoy<today la<the',
      '<a>la casa roja</a> está allí hoy la',
    ],
    [
      'keep nesting',
      'a <i><b>red</b> house</i>',
      'una<a casa<house roja<red',
      'una <i>casa <b>roja</b></i>',
    ],
    [
      'stay nested around one word',
      'a <i><b>red</b></i> one',
      'uno<one rojo<red',
      'uno <i><b>rojo</b></i>',
    ],
    [
      'change places with their words',
      '<b>red</b> <i>house</i>',
      'casa<house roja<red',
      '<i>casa</i> <b>roja</b>',
    ],
    [
      'go around the neighbour that may hold their word where it has no counterpart',
      'press <a>it</a> now',
      'púlselo<press ahora<now',
      '<a>púlselo</a> ahora',
    ],
    [
      'go around a word that holds theirs and the one before',
      'the <b>tree</b> is old',
      'l’arbre<the est<is vieux<old',
      '<b>l’arbre</b> est vieux',
    ],
    [
      'take punctuation in that was inside',
      'he: <b>Stop!</b>',
      'él:<he: ¡Alto!<Stop!',
      'él: <b>¡Alto!</b>',
    ],
    [
      'leave punctuation out that was outside',
      'say (<b>so</b>).',
      'di<say (así).<(so).',
      'di (<b>así</b>).',
    ],
    [
      'keep to parts of a word',
      '<b>OK</b>/<i>Cancel</i>',
      'Bien/Cancelar<OK/Cancel',
      '<b>Bien</b>/<i>Cancelar</i>',
    ],
    [
      'go around a word they were inside',
      'the <u>F</u>ile',
      'el<the archivo<File',
      'el <u>archivo</u>',
    ],
    [
      'stay inside a word that did not change',
      'the H<sub>2</sub>O',
      'el<the H2O<H2O',
      'el H<sub>2</sub>O',
    ],
    [
      'stay beside the word they touch',
      'the red<fn/> house.',
      'la<the casa<house roja.<red',
      'la casa roja<fn/>.',
    ],
    [
      'stay before the word they precede',
      'the <img/>red house',
      'la<the casa<house roja<red',
      'la casa <img/>roja',
    ],
    ['stay at an end', '<br/> red house', 'casa<house roja<red', '<br/> casa roja'],
    [
      'stay in their pair',
      'a <b>red<fn/></b> house',
      'una<a casa<house roja<red',
      'una casa <b>roja<fn/></b>',
    ],
    ['stay together when empty', 'a <b></b> house', 'una<a casa<house', 'una <b></b> casa'],
    [
      'keep blanks inside',
      'a <b>red </b>house',
      'una<a roja<red casa<house',
      'una <b>roja </b>casa',
    ],
    [
      'need no blanks',
      '<a>Home</a><a>About</a>',
      'Inicio<Home Sobre<About',
      '<a>Inicio</a><a>Sobre</a>',
    ],
    [
      'do not cross',
      '<b>one two</b> <i>six ten</i>',
      'uno<one seis<six dos<two diez<ten',
      '<b>uno</b> <i>seis</i> dos diez',
    ],
    ['go with a placeholder', 'the <b>{n}</b> red', 'rojo<red X1<X1', 'rojo <b>{n}</b>'],
    [
      'have nothing to do with what is between words',
      'a <b>-</b> b',
      'a<a -<- be<b',
      'a <b>-</b> be',
    ],
  ])('%s: %s', async (_, text, translation, expected) => {
    const { aligner } = alignerOf(given(translation));
    expect(await translate(text, aligner)).toBe(expected);
  });
});

describe('tags that cannot be placed', () => {
  it.each([
    ['half of a pair is elsewhere', 'the <b>red', undefined],
    ['two are inside one word', 'a <b>re</b>d<i>d</i>er word', 'una<a palabra<word roja<redder'],
    ['a stand-in is lost', 'the <b>red</b> {thing}', 'la<the roja<red'],
    ['the model knows no alignment', 'the <b>red</b>', undefined],
  ])('are given up where %s', async (_, text, translation) => {
    const { aligner } = alignerOf(translation === undefined ? () => undefined : given(translation));
    expect(await translate(text, aligner)).toBeUndefined();
  });

  const inCapitals = (line: string): AlignedText => wordByWord(line, (word) => word.toUpperCase());
  /** Every word says it comes from where another one does. */
  const relinked = (text: AlignedText, from: (index: number) => number): AlignedText => ({
    text: text.text,
    links: text.links.map(({ target, source }, index) => ({
      target,
      source: text.links[from(index)]?.source ?? source,
    })),
  });

  it.each<[string, (line: string) => AlignedText]>([
    ['all words come from one', (line) => relinked(inCapitals(line), () => 2)],
    [
      'words that did not change come from others',
      (line) => relinked(copy(line), (index) => (index + 1) % 5),
    ],
    ['words are not known from where', (line) => ({ text: inCapitals(line).text, links: [] })],
    ['there are no blanks between words', given('一二三四五六七<four')],
  ])('are given up, and that is noted, where %s', async (_, align) => {
    const { aligner, notes } = alignerOf(align);
    expect(await translate('one two three <b>four</b> five', aligner)).toBeUndefined();
    expect(notes).toEqual([false]);
  });
});
