import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutLong, joinChunks } from './long-text.js';

const words = (text: string): number => text.split(/\s+/).length;
const characters = (text: string): number => text.length;

describe('cutLong', () => {
  it('leaves a short text alone', () => {
    expect(cutLong('A short one.', words, 10).map(({ text }) => text)).toEqual(['A short one.']);
  });

  it('cuts after a sentence, then after a clause, then at a blank', () => {
    const cut = (text: string): readonly string[] => cutLong(text, words, 6).map((row) => row.text);
    expect(cut('One two, three four five. Six seven eight.')).toEqual([
      'One two, three four five.',
      'Six seven eight.',
    ]);
    expect(cut('One two three, four five six seven')).toEqual([
      'One two three,',
      'four five six seven',
    ]);
    expect(cut('One two three four five six seven')).toHaveLength(2);
  });

  it('cuts scripts without blanks at their own marks', () => {
    expect(cutLong('我们去那里，然后回家。', characters, 8).map(({ text }) => text)).toEqual([
      '我们去那里，',
      '然后回家。',
    ]);
  });

  it('cuts anything, however long a word, and loses nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 1, max: 50 }),
        (text, max) => {
          const chunks = cutLong(text, characters, max);
          expect(
            joinChunks(
              chunks,
              chunks.map((chunk) => chunk.text),
            ),
          ).toBe(text);
        },
      ),
    );
  });
});

describe('joinChunks', () => {
  it('puts a blank between sentences that had none in a script without blanks', () => {
    const chunks = cutLong('我们去那里，然后回家。', characters, 8);
    expect(joinChunks(chunks, ['We go there,', 'then home.'])).toBe('We go there, then home.');
  });

  it('puts none between sentences of a script without blanks', () => {
    const chunks = cutLong('We go there, then home.', words, 3);
    expect(joinChunks(chunks, ['我们去那里，', '然后回家。'])).toBe('我们去那里，然后回家。');
  });
});
