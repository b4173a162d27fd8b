import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEST_MODELS } from '../testing/copy-model.js';
import {
  chooseEngine,
  ENGINE_MODES,
  loadWasmVocabularies,
  WASM_ENGINE_PATH,
} from './choose-engine.js';
import { type OpenVocabulary, wasmVocabularies } from './vocabulary.js';

const bytes = readFileSync(join(TEST_MODELS, 'copy-en-es', 'vocab.copy.spm'));

/** Native code where this machine has compiled it, and WebAssembly. */
const BUILDS = ENGINE_MODES.flatMap((mode): [string, OpenVocabulary][] => {
  try {
    return [[mode, chooseEngine(mode).openVocabulary]];
  } catch {
    return [];
  }
});

/** A protocol buffer of few fields: `[number, value]`, where texts and bytes have their length before. */
const message = (...fields: readonly (readonly [number, number | string | Buffer])[]): Buffer =>
  Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([number * 8, value]);
      const content = Buffer.from(value);
      const length = [(content.length & 127) | 128, content.length >> 7];
      return Buffer.concat([Buffer.from([number * 8 + 2, ...length]), content]);
    }),
  );

const piece = (text: string, score: number, type: number): readonly [number, Buffer] => {
  const probability = Buffer.alloc(5, 2 * 8 + 5);
  probability.writeFloatLE(score, 1);
  return [1, Buffer.concat([message([1, text]), probability, message([3, type])])];
};

const SPECIAL = [piece('</s>', 0, 3), piece('<unk>', 0, 2)];

it('gives its memory in WebAssembly back when it is closed', () => {
  const exports = loadWasmVocabularies(WASM_ENGINE_PATH);
  const open = wasmVocabularies(exports);
  const openAndClose = (): number => {
    const vocabulary = open(bytes);
    vocabulary.encode('A sentence of some words.');
    vocabulary.close();
    vocabulary.close();
    expect(() => vocabulary.encode('Another one.')).toThrow('the vocabulary is closed');
    return exports.memory.buffer.byteLength;
  };
  const afterTwo = [openAndClose(), openAndClose()].at(-1);
  for (let count = 0; count < 20; count++) openAndClose();
  expect(openAndClose()).toBe(afterTwo);
});

describe.each(BUILDS)('a vocabulary (%s)', (_name, open) => {
  const vocabulary = open(bytes);
  const idsOf = (text: string): readonly number[] => [...vocabulary.encode(text).ids];

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
        249, 104, 1, 27, 5, 1821, 9, 89, 11, 1, 125, 11, 1, 11, 1, 184, 126, 41, 1, 2436, 4505, 1,
        2214, 329, 1, 48,
      ],
    ],
    ['😀 emoji and 日本語 stay', [11, 1, 11, 1177, 5910, 114, 19, 11, 1, 6838]],
    ["Don't pay €3.50!", [761, 40, 49, 2306, 133, 11, 1, 92, 2, 928, 1138]],
    ['ﬁne ligatures ①', [5393, 11, 315, 2030, 3087, 6, 329]],
    ['', []],
    [' \u3000\t ', []],
    ['A', [119]],
  ])('cuts "%s" into the tokens of SentencePiece', (text, tokens) => {
    expect(idsOf(text)).toEqual(tokens);
  });

  it('knows its size, its end of a sentence and its unknown token', () => {
    expect(vocabulary).toMatchObject({ end: 0, unknown: 1, size: 8000 });
  });

  it('gives a text back where it has its characters', () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,12}[,.]?$/), { minLength: 1 });
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ');
        const decoded = vocabulary.decode(vocabulary.encode(text).ids);
        expect(decoded.text).toBe(text);
        expect(decoded.ends.at(-1)).toBe(text.length);
      }),
    );
  });

  it('says of every token where it comes from, in order and inside of the text', () => {
    const scrap = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(' ', '\u2581', 'ﬁ', '½', 'e\u0301', '🏳️‍🌈', '\ud800', '\0', '\u200b', 'The '),
    );
    fc.assert(
      fc.property(fc.array(scrap), (parts) => {
        const text = parts.join('');
        const { ids, starts, ends } = vocabulary.encode(text);
        let reached = 0;
        for (let token = 0; token < ids.length; token++) {
          expect(starts[token]).toBeGreaterThanOrEqual(reached);
          expect(ends[token]).toBeGreaterThanOrEqual(starts[token] ?? 0);
          reached = ends[token] ?? 0;
        }
        expect(reached).toBeLessThanOrEqual(text.length);
        const between = text.slice(starts[0] ?? 0, reached);
        expect(ids.length > 0 || between.trim() === '' || !/[a-z]/i.test(text)).toBe(true);
      }),
    );
  });

  it('points at the words in the text as it was', () => {
    const text = 'The ﬁle\tis  free 😀.';
    const { starts, ends } = vocabulary.encode(text);
    const parts = Array.from(starts, (start, token) => text.slice(start, ends[token]));
    expect(parts.join('').replaceAll(/\s/g, '')).toBe('Theﬁleisfree😀.');
  });

  // A double array that replaces each "a" by ten thousand letters.
  const units = new Uint32Array(0x62);
  units.set([0, 0x61 | (1 << 8) | (1 << 10)], 0x60);
  const table = Buffer.concat([
    Buffer.from(Uint32Array.of(units.byteLength).buffer),
    Buffer.from(units.buffer),
    Buffer.from(`${'b'.repeat(10_000)}\0`),
  ]);

  it('refuses a text that its own table makes too long', () => {
    const growing = open(message(...SPECIAL, piece('b', -1, 1), [3, message([2, table])]));
    expect(growing.encode('aa').ids).toHaveLength(20_001);
    expect(() => growing.encode('a'.repeat(5000))).toThrow('too long');
    growing.close();
  });

  it('refuses tokens whose pieces make too long a text', () => {
    const wordy = open(message(...SPECIAL, piece('b'.repeat(16_000), -1, 1)));
    expect(wordy.decode(Int32Array.of(2, 2)).text).toHaveLength(32_000);
    expect(() => wordy.decode(new Int32Array(2000).fill(2))).toThrow('too long');
    wordy.close();
  });

  it('spells what it does not know in bytes, where it has pieces for them', () => {
    const byteName = (byte: number): string =>
      `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
    const spelling = open(
      message(
        ...SPECIAL,
        ...Array.from({ length: 256 }, (_, byte) => piece(byteName(byte), 0, 6)),
        piece('\u2581a', -1, 1),
        piece('\u2581', -2, 1),
        // The field 35 says so, with a number of two bytes.
        [2, Buffer.from([0x98, 0x02, 1])],
      ),
    );
    const { ids, ends } = spelling.encode('a é');
    expect([...ids]).toEqual([258, 259, 2 + 0xc3, 2 + 0xa9]);
    expect([...ends]).toEqual([1, 2, 2, 3]);
    expect(spelling.decode(Int32Array.from(ids)).text).toBe('a é');
    expect(spelling.decode(Int32Array.of(2 + 0xc3, 258)).text).toBe('\ufffd a');
  });

  it('takes what its maker has put in before everything else', () => {
    const own = open(
      message(
        ...SPECIAL,
        piece('\u2581', -1, 1),
        piece('ab', -9, 1),
        piece('abc', -9, 4),
        piece('cd', -5, 1),
        piece('d', -9, 1),
      ),
    );
    expect([...own.encode('abcd').ids]).toEqual([2, 4, 6]);
  });

  it.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /not a SentencePiece model/],
    ['noise', Buffer.alloc(99, 255), /damaged/],
    ['half of a file', bytes.subarray(0, 5000), /damaged|unknown/],
    ['no unknown token', message(piece('</s>', 0, 3)), /no unknown token/],
    ['a piece twice', message(...SPECIAL, piece('a', -1, 1), piece('a', -2, 1)), /twice/],
    ['another kind of model', message(...SPECIAL, [2, message([3, 2])]), /not unigram/],
    ['a table cut off', message(...SPECIAL, [3, message([2, Buffer.alloc(9, 255)])]), /table/],
  ])('is refused where the file holds %s', (_what, file, reason) => {
    expect(() => open(file)).toThrow(reason);
  });

  it('refuses tokens that it does not have', () => {
    expect(() => vocabulary.decode(Int32Array.of(8000))).toThrow('no such token');
    expect(() => vocabulary.decode(Int32Array.of(-1))).toThrow('no such token');
  });

  it('survives damaged files, and texts in those it takes', () => {
    const change = fc.record({ at: fc.nat(bytes.length - 1), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), (changes) => {
        const damaged = Buffer.from(bytes);
        for (const { at, value } of changes) damaged[at] = value;
        try {
          const { ids } = open(damaged).encode('The ﬁle № ½ is\u0301 free 😀.');
          expect(ids.length).toBeGreaterThan(0);
        } catch (error) {
          expect(String(error)).toMatch(/the (?:normalisation table of the )?vocabulary/);
        }
      }),
      { numRuns: 60 },
    );
  });
});
