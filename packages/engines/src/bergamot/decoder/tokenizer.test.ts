import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVocabularyFile } from '../models/files/vocabulary-file.js';
import { TEST_MODELS } from '../testing/copy-model.js';
import { createTokenizer } from './tokenizer.js';

const file = readVocabularyFile(readFileSync(join(TEST_MODELS, 'copy-en-es', 'vocab.copy.spm')));
const tokenizer = createTokenizer(file);

describe('the tokens of a text', () => {
  // What SentencePiece 0.1.97 itself makes of the texts with this vocabulary.
  it.each<[string, number[]]>([
    ['The licence text is free software.', [37, 759, 466, 1817, 403, 17, 711, 1170, 2]],
    [
      '  Two   blanks,\ttabs and a no-break space.',
      [6256, 3141, 6, 9, 2169, 6, 19, 12, 121, 7, 1526, 734, 2],
    ],
    [
      'Größe: 12,5 µm – „Anführung“ … ½',
      [
        ...[249, 104, 1, 27, 5, 1821, 9, 89, 11, 1, 125, 11, 1, 11, 1, 184, 126, 41, 1, 2436, 4505],
        ...[1, 2214, 329, 1, 48],
      ],
    ],
    ['😀 emoji and 日本語 stay', [11, 1, 11, 1177, 5910, 114, 19, 11, 1, 6838]],
    ["Don't pay €3.50!", [761, 40, 49, 2306, 133, 11, 1, 92, 2, 928, 1138]],
    ['ﬁne ligatures ①', [5393, 11, 315, 2030, 3087, 6, 329]],
    ['', []],
    ['A', [119]],
  ])('of "%s" are those of SentencePiece', (text, tokens) => {
    expect(tokenizer.encode(text)).toEqual(tokens);
  });

  it('give the text back where the vocabulary has its characters', () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,12}[,.]?$/), { minLength: 1 });
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ');
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
      }),
    );
  });

  it('tell where words begin', () => {
    const [first = 0, second = 0] = tokenizer.encode('blanks');
    expect([first, second].map((token) => tokenizer.startsWord(token))).toEqual([true, false]);
    expect(tokenizer.hasLetters(second)).toBe(true);
    expect(tokenizer.hasLetters(tokenizer.encode('The.').at(-1) ?? 0)).toBe(false);
  });

  it('are refused from a vocabulary without the end of the sentence', () => {
    const others = file.pieces.filter(({ text }) => text !== '</s>');
    expect(() => createTokenizer({ ...file, pieces: others })).toThrow(/end of the sentence/);
  });
});
