import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordSplitter, RecordTooLargeError } from './pipeline.js';

const splitAt = (bytes: Buffer, cuts: readonly number[]): readonly Buffer[] => {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
  edges.sort((left, right) => left - right);
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
};

describe('null-flush framing', () => {
  it('finds the same records however the byte stream is split', () => {
    const record = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));
    fc.assert(
      fc.property(fc.array(record), fc.array(fc.nat()), (records, cuts) => {
        const bytes = Buffer.from(records.map((text) => `${text}\0`).join(''));
        const splitter = new RecordSplitter(1_000_000);
        const found: string[] = [];
        for (const chunk of splitAt(bytes, cuts)) splitter.push(chunk, (text) => found.push(text));
        expect(found).toEqual(records);
      }),
    );
  });

  it('gives up on a record without an end', () => {
    const splitter = new RecordSplitter(10);
    splitter.push(Buffer.from('0123456789'), () => {});
    expect(() => splitter.push(Buffer.from('x'), () => {})).toThrow(RecordTooLargeError);
  });
});
