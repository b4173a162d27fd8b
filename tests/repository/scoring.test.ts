import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  corpusBleu,
  corpusChrf,
  prepareReferences,
  tokenize13a,
} from '../../bench/scoring/index.mjs';

const twoLines = {
  hypotheses: ['It costs $1,234.56 -- no: 3-4 &quot;x&quot;.', 'Hello, world! (U.S.)'],
  references: ['It costs $1,234.57 - no; 3-4 "x".', 'Hello, World! (US)'],
};

describe('the 13a tokenizer', () => {
  it('makes punctuation tokens, but leaves periods and commas between digits', () => {
    expect(tokenize13a('It costs $1,234.56, they say.')).toEqual(
      'It costs $ 1,234.56 , they say .'.split(' '),
    );
  });

  it('cuts a hyphen only after a digit', () => {
    expect(tokenize13a('a well-known 3-4 win')).toEqual('a well-known 3 - 4 win'.split(' '));
  });

  it('decodes the entities that evaluation sets hold', () => {
    expect(tokenize13a('&quot;R&amp;D&quot; &lt;b&gt;')).toEqual('" R & D " < b >'.split(' '));
  });
});

describe('corpus BLEU', () => {
  it('is the geometric mean of the precisions', () => {
    // 4/5, 3/4, 2/3 and 1/2 of the n-grams match: their product is 1/5.
    const score = corpusBleu(['one two three four five'], ['one two three four six']);
    expect(score).toBeCloseTo(100 * 0.2 ** 0.25, 9);
  });

  it('counts a match no more often than the reference has it, and smooths what has none', () => {
    // "the" matches once in four; then 0 of 3, 0 of 2 and 0 of 1 count as 1/2, 1/4 and 1/8.
    const score = corpusBleu(['the the the the'], ['the cat']);
    const product = (1 / 4) * (1 / 2 / 3) * (1 / 4 / 2) * (1 / 8 / 1);
    expect(score).toBeCloseTo(100 * product ** 0.25, 9);
  });

  it('takes off for brevity', () => {
    const score = corpusBleu(['one two three four'], ['one two three four five']);
    expect(score).toBeCloseTo(100 * Math.exp(1 - 5 / 4), 9);
  });

  it('adds up the lines before it divides', () => {
    const score = corpusBleu(['a b c d', 'w x y z'], ['a b c d', 'w x q z']);
    expect(score).toBeCloseTo(100 * ((7 / 8) * (4 / 6) * (2 / 4) * (1 / 2)) ** 0.25, 9);
  });

  it('gives what sacrebleu 2.6.0 gives', () => {
    expect(corpusBleu(twoLines.hypotheses, twoLines.references)).toBeCloseTo(37.700638, 6);
  });

  it('refuses sides of different length', () => {
    expect(() => corpusBleu(['a'], ['a', 'b'])).toThrow(RangeError);
    expect(() => corpusBleu([], [])).toThrow(RangeError);
  });
});

describe('corpus chrF', () => {
  it('averages precision and recall over the orders both sides have, and weighs recall double', () => {
    // Order 1: 2 of 2 found, 2 of 3 wanted; order 2: 1 of 1 and 1 of 2; order 3: nothing found.
    const [precision, recall] = [1, (2 / 3 + 1 / 2) / 2];
    const expected = (5 * precision * recall) / (4 * precision + recall);
    expect(corpusChrf(['ab'], ['abc'])).toBeCloseTo(100 * expected, 9);
  });

  it('leaves white space out and counts code points, not code units', () => {
    expect(corpusChrf(['a b\u00a0c'], ['abc'])).toBeCloseTo(100, 9);
    // One of two characters, though they share a surrogate.
    expect(corpusChrf(['😀😁'], ['😀😂'])).toBeCloseTo(25, 9);
  });

  it('gives what sacrebleu 2.6.0 gives', () => {
    expect(corpusChrf(twoLines.hypotheses, twoLines.references)).toBeCloseTo(56.135712, 6);
    expect(corpusChrf(['The cat sat on the mat.'], ['The cat is on the mat.'])).toBeCloseTo(
      67.172735,
      6,
    );
  });

  it('is the same with references counted ahead', () => {
    const { hypotheses, references } = twoLines;
    expect(corpusChrf(hypotheses, prepareReferences(references))).toBe(
      corpusChrf(hypotheses, references),
    );
  });

  it('lies between 0 and 100, and is 100 for a copy', () => {
    const lines = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string()), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(lines, (pairs) => {
        const [hypotheses, references] = [
          pairs.map(([line]) => line),
          pairs.map(([, line]) => line),
        ];
        const score = corpusChrf(hypotheses, references);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100 + 1e-9);
        const copy = corpusChrf(references, references);
        expect(copy).toBeCloseTo(references.some((line) => line.trim() !== '') ? 100 : 0, 9);
      }),
    );
  });
});
