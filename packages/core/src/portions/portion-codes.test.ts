import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InlineCode, TextWithCodes } from '../markup/text-with-codes.js';
import { portionCodes } from './portion-codes.js';

/** A text with codes, from words and codes in short: `[`, `]`, `/` for a break, `.` for a point. */
const coded = (...parts: readonly string[]): TextWithCodes => {
  const kinds = { '[': 'open', ']': 'close', '/': 'break', '.': 'point' } as const;
  const codes: InlineCode[] = [];
  const open: number[] = [];
  let text = '';
  for (const part of parts) {
    const kind = kinds[part as keyof typeof kinds];
    if (kind === undefined) text += part;
    else {
      const id = (kind === 'close' ? open.pop() : undefined) ?? codes.length + 1;
      if (kind === 'open') open.push(id);
      codes.push({ kind, id, at: text.length, length: 0 });
    }
  }
  return { text, codes };
};

const textsOf = (source: TextWithCodes, maxCharacters: number): readonly string[] =>
  portionCodes(source, maxCharacters).portions.map(({ text }) => text);

describe('the portions of a text with codes', () => {
  it('put together are the text', () => {
    const parts = fc.array(fc.constantFrom('[', ']', '/', '.', 'word', ' '), { maxLength: 40 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 20 }), (all, maxCharacters) => {
        const source = coded(...all);
        const { portions, join } = portionCodes(source, maxCharacters);
        expect(join(portions)).toEqual(source);
      }),
    );
  });

  it('are lines, as many together as fit', () => {
    const source = coded('one', '/', 'two', '/', '[', 'three', ']', '/', 'four');
    expect(textsOf(source, 8)).toEqual(['onetwo', 'three', 'four']);
    expect(portionCodes(source, 8).portions[1]?.codes).toMatchObject([
      { kind: 'open', at: 0 },
      { kind: 'close', at: 5 },
    ]);
  });

  it('never end within formatting', () => {
    expect(textsOf(coded('[', 'one', '/', 'two', ']', '/', 'three'), 3)).toEqual([
      'onetwo',
      'three',
    ]);
  });

  it('are one where the text is short or has no break', () => {
    expect(textsOf(coded('one', '/', 'two'), 6)).toEqual(['onetwo']);
    expect(textsOf(coded('one ', '.', 'two'), 3)).toEqual(['one two']);
  });

  it('are joined with the breaks behind their translations', () => {
    const { join } = portionCodes(coded('one', '/', 'two'), 3);
    expect(join([coded('eins '), coded('zwei')])).toEqual({
      text: 'eins zwei',
      codes: [{ kind: 'break', id: 1, at: 5, length: 0 }],
    });
  });
});
