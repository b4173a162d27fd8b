import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentMeter } from '../dependencies.js';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { joinParts, partsOf, protectSpans, unchanged } from '../protection/placed-spans.js';
import { asWord, inPlace, type TermStrategy } from '../terms/strategies.js';
import { createTermMatcher } from '../terms/term-matcher.js';
import { type Stage, translateUnits } from './sentence-job.js';
import { indexOfMostTypical, translateTerms } from './translate-terms.js';

const SPAN = /<\/?\w+\/?>|\{\w+\}/g;

/** A unit with the tags and placeholders of a text protected. */
const unitOf = (text: string): TranslationUnit => ({
  text,
  protectedSpans: protectSpans(
    text,
    Array.from(text.matchAll(SPAN), ({ 0: span, index }) => ({
      start: index,
      end: index + span.length,
    })),
  ),
});

/** An engine that writes words by a function and keeps what is protected. */
const engineOf =
  (write: (words: string) => string) =>
  (unit: TranslationUnit): TranslatedUnit =>
    joinParts(
      partsOf(unchanged(unit)).map((part) =>
        part.span === undefined ? { ...part, text: write(part.text) } : part,
      ),
    );

/** An engine that answers everything with words of its own. */
const loud = engineOf((words) => words.replace(/\p{L}+/gu, 'ba'));
const silent = engineOf((words) => words);

interface Counted {
  honoured: number;
  missed: number;
}

const translateAll = async (
  texts: readonly string[],
  terms: Readonly<Record<string, string>>,
  options: {
    readonly ways?: readonly TermStrategy[];
    readonly engine?: (unit: TranslationUnit) => TranslatedUnit;
    readonly counted?: Counted;
    readonly asked?: string[];
  } = {},
): Promise<readonly TranslatedUnit[]> => {
  const { ways = [], engine = silent, counted, asked } = options;
  const pairs = Object.entries(terms).map(([source, target]) => ({ source, target }));
  const matcher = createTermMatcher([pairs], { source: 'en', target: 'de' });
  const meter: typeof silentMeter = {
    ...silentMeter,
    count(name, labels, amount = 1) {
      if (counted && name === 'terms' && 'outcome' in labels)
        counted[labels.outcome as keyof Counted] += amount;
    },
  };
  const { signal } = new AbortController();
  const termOptions = { matcher, findWays: async () => () => [ways], meter, signal };
  const ask: Stage = async (jobs) => {
    asked?.push(...jobs.map(({ unit }) => unit.text));
    return jobs.map((job) => ({ ...job, translated: engine(job.unit) }));
  };
  return translateUnits(texts.map(unitOf), (jobs) => translateTerms(jobs, termOptions, ask));
};

const translate = async (...args: Parameters<typeof translateAll>): Promise<readonly string[]> =>
  (await translateAll(...args)).map(({ text }) => text);

describe('the terms of a sentence', () => {
  it('go through the engine as placeholders only where they would be more text than it takes', async () => {
    const long = 'viel '.repeat(300).trim();
    const asked: string[] = [];
    const ways = [asWord, inPlace];
    const terms = { house: long };
    await translateAll(['The house is big.'], terms, { ways, asked });
    expect(asked).toHaveLength(2);
    asked.length = 0;
    const [translated] = await translateAll(['The house is a house.'], terms, { ways, asked });
    expect(asked).toHaveLength(1);
    expect(translated?.text).toBe(`The ${long} is a ${long}.`);
  });

  it('go through the engine as words where it copies these, else as placeholders', async () => {
    const asked: string[] = [];
    const engine = engineOf((words) => words.replace('Heim', 'Haus'));
    const terms = { house: 'Heim', garden: 'Garten' };
    const texts = ['a garden', 'a house'];
    expect(await translate(texts, terms, { ways: [asWord], engine, asked })).toEqual([
      'a Garten',
      'a Heim',
    ]);
    expect(asked).toEqual(['a Garten', 'a Heim', 'a Heim']);
  });

  it('are missed where the engine says a word more often than it should', async () => {
    const engine = engineOf((words) => words.replace('Heim', 'Heim, Heim'));
    const counted = { honoured: 0, missed: 0 };
    expect(
      await translate(['a house'], { house: 'Heim' }, { ways: [asWord], engine, counted }),
    ).toEqual(['a Heim']);
    expect(counted).toEqual({ honoured: 1, missed: 0 });
  });

  it('replace what the engine has between their tags', async () => {
    const engine = engineOf((words) => words.replace('house', 'Bude').replace('old', 'alte'));
    const options = { ways: [inPlace], engine };
    expect(await translate(['my old house here'], { house: 'Heim' }, options)).toEqual([
      'my alte Heim here',
    ]);
  });

  it('are lost where too much stands between their tags, or they stand elsewhere as well', async () => {
    const asked: string[] = [];
    const engine = (written: string) => engineOf((words) => words.replace('house', written));
    const translateBy = (written: string) =>
      translate(
        ['a house'],
        { house: 'Heim' },
        { ways: [inPlace], engine: engine(written), asked },
      );
    expect(await translateBy('Heim im Grünen')).toEqual(['a Heim']);
    expect(asked).toHaveLength(2);
    const twice = engineOf((words) => words.replace('a ', 'Heim '));
    expect(
      await translate(['a house'], { house: 'Heim' }, { ways: [inPlace], engine: twice, asked }),
    ).toEqual(['Heim Heim']);
    expect(asked).toHaveLength(4);
  });

  it('are in the translation that several ways agree on', async () => {
    const asked: string[] = [];
    const engine = engineOf((words) =>
      words
        .replace('The Gebäude is big.', 'Das Gebäude hat großes.')
        .replace('The ', 'Das ')
        .replace('house', 'Haus')
        .replace(' is big.', ' ist groß.'),
    );
    const options = { ways: [inPlace, asWord], engine, asked };
    expect(await translate(['The house is big.'], { house: 'Gebäude' }, options)).toEqual([
      'Das Gebäude ist groß.',
    ]);
    expect(asked).toEqual([
      'The <t0>house</t0> is big.',
      'The Gebäude is big.',
      'The Gebäude is big.',
    ]);
  });

  it('need no third way where two have the same translation', async () => {
    const asked: string[] = [];
    const options = { ways: [inPlace, asWord], asked };
    expect(await translate(['a house', 'a tree'], { house: 'Heim' }, options)).toEqual([
      'a Heim',
      'a tree',
    ]);
    expect(asked).toEqual(['a <t0>house</t0>', 'a Heim', 'a tree']);
  });

  it('are counted as missed where the engine loses them for good', async () => {
    const counted = { honoured: 0, missed: 0 };
    const engine = ({ text }: TranslationUnit) => ({ text: text.replace('Heim', ''), spans: [] });
    await translate(['a house, a tree'], { house: 'Heim', tree: 'Baum' }, { engine, counted });
    expect(counted).toEqual({ honoured: 0, missed: 2 });
  });

  it('are not looked for in placeholders and tags', async () => {
    const texts = ['{house} <house>x</house> a house'];
    expect(await translate(texts, { house: 'Heim' })).toEqual(['{house} <house>x</house> a Heim']);
  });

  it('are found across tags, which stay around them', async () => {
    const terms = { 'new york': 'Neu-York', house: 'Heim' };
    const texts = [
      'in <b>New York</b> now',
      'in New <b>York</b> now',
      'in <b>new</b> <i>york</i> now',
      'a <b>nice new</b> york',
      'ho<b>use</b> or <i>house</i>',
    ];
    expect(await translate(texts, terms)).toEqual([
      'in <b>Neu-York</b> now',
      'in <b>Neu-York</b> now',
      'in <b></b><i>Neu-York</i> now',
      'a <b>nice Neu-York</b>',
      '<b>Heim</b> or <i>Heim</i>',
    ]);
  });

  it('are written with a capital where a sentence begins', async () => {
    const terms = { house: 'heim', npm: 'npm', phone: 'iPhone' };
    const engine = engineOf((words) => words.replace(/^The /, ''));
    const texts = ['House prices', 'The house', 'npm is here', 'Phone it', 'my House', 'MY HOUSE'];
    expect(await translate(texts, terms, { engine })).toEqual([
      'Heim prices',
      'Heim',
      'npm is here',
      'iPhone it',
      'my Heim',
      'MY HEIM',
    ]);
  });

  it('leave the capital of the sentence to its first word', async () => {
    const engine = ({ text, protectedSpans }: TranslationUnit): TranslatedUnit => {
      const { start = 0, end = 0 } = protectedSpans[0] ?? {};
      const before = `${text.slice(end).trim()} `;
      const spans = [{ start: before.length, end: before.length + end - start, span: 0 }];
      return { text: before + text.slice(start, end), spans };
    };
    expect(await translate(['House is here'], { house: 'heim' }, { engine })).toEqual([
      'Is here heim',
    ]);
  });

  const piece = fc.constantFrom('a', 'new', 'York', 'house', '<b>', '</b>', '<i>', '</i>', '{n}');
  const options = fc.record({
    ways: fc.constantFrom([], [asWord], [inPlace], [inPlace, asWord]),
    engine: fc.constantFrom(loud, silent),
  });

  it('never cost a tag or a placeholder, nor change the order of these', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece), options, async (pieces, chosen) => {
        const text = pieces.join(' ');
        const terms = { 'new york': 'Neu-York', house: 'Heim', 'a house': 'Haus' };
        const [answer] = await translateAll([text], terms, chosen);
        expect(answer?.text.match(SPAN)).toEqual(text.match(SPAN));
        const spans = unitOf(text).protectedSpans.map(({ start, end }) => text.slice(start, end));
        const placed = answer?.spans.map(({ start, end }) => answer.text.slice(start, end));
        expect(placed).toEqual(spans);
        expect(answer?.spans.map(({ span }) => span)).toEqual(spans.map((_, index) => index));
      }),
    );
  });
});

/** The share of a text's sequences that another text has. */
const shareOf = (text: string, other: string): number => {
  const all = sequencesOf(text);
  const left = sequencesOf(other);
  const found = all.filter((sequence) => {
    const at = left.indexOf(sequence);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return all.length === 0 ? 0 : found.length / all.length;
};

const sequencesOf = (text: string): string[] => {
  const letters = text.replace(/\s+/gu, '');
  return Array.from({ length: Math.max(0, letters.length - 2) }, (_, at) =>
    letters.slice(at, at + 3),
  );
};

describe('the fullest of several translations', () => {
  it('is the one that the others agree with most', () => {
    expect(
      indexOfMostTypical([
        'Das Gebäude hat großes.',
        'Das Gebäude ist groß.',
        'Die Gebäude ist groß.',
      ]),
    ).toBe(1);
  });

  it('is the longer one of two', () => {
    expect(indexOfMostTypical(['The lake.', 'The lake is frozen in winter.'])).toBe(1);
  });

  it('is the first one of those that are the same', () => {
    expect(indexOfMostTypical(['ab', 'ab'])).toBe(0);
    expect(indexOfMostTypical(['The house is big.', 'A tree', 'The house is big.'])).toBe(0);
  });

  it('has most of what the others have', () => {
    const text = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const gains = texts.map((text, index) =>
          texts.reduce((sum, other, at) => sum + (at === index ? 0 : shareOf(other, text)), 0),
        );
        expect(gains[indexOfMostTypical(texts)]).toBeCloseTo(Math.max(...gains), 9);
      }),
    );
  });
});
