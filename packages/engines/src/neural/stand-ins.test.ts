import { describe, expect, it } from 'vitest';
import { standInsFor, takeStandIns, withStandIns } from './stand-ins.js';

/** A sentence with placeholders, numbered from U+E000. */
const templateOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `word ${String.fromCharCode(0xe000 + index)}`).join(
    ' ',
  );

describe('words that stand for placeholders', () => {
  it.each([1, 9, 10, 12])('are found again where the model kept all, of %i', (count) => {
    const template = templateOf(count);
    for (const way of standInsFor(template)) {
      const { text } = withStandIns(template, way);
      expect(takeStandIns(text, template, way)?.text).toBe(template);
    }
  });

  it('are found in another order, with the longer one first', () => {
    const template = templateOf(10);
    const [letters = { wordByGroup: new Map() }] = standInsFor(template);
    const output = 'X10 X1 X2 X3 X4 X5 X6 X7 X8 X9';
    expect(takeStandIns(output, template, letters)?.text).toBe(
      '\ue009 \ue000 \ue001 \ue002 \ue003 \ue004 \ue005 \ue006 \ue007 \ue008',
    );
  });

  it.each(['X1 and X1', 'X1 and fooX1', 'nothing', 'X10'])('are refused in %s', (output) => {
    const template = templateOf(1);
    const [letters = { wordByGroup: new Map() }] = standInsFor(template);
    expect(takeStandIns(output, template, letters)).toBeUndefined();
  });
});
