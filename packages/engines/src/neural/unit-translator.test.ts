import { protectSpans, type TranslationUnit } from '@dragoman/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type TranslateLine,
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
  translateLine: TranslateLine,
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
