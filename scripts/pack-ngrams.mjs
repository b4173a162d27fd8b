// Packs the n-grams of the npm package `eld` into packages/core/src/detection/ngram-table.ts.
// As JavaScript, which they come as, they cost 100 MB of memory and half a second at every start.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const TABLE = fileURLToPath(
  new URL('../packages/core/src/detection/ngram-table.ts', import.meta.url),
);

const fromEld = (path) => import(new URL(`../${path}`, import.meta.resolve('eld')));

/** Numbers below 2^28 in bytes of seven bits, low ones first. */
const writeNumber = (bytes, number) => {
  let left = number;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  bytes.push(left);
};

const keyOf = (bytes) => bytes.reduce((key, byte, index) => key + byte * 256 ** (3 - index), 0);

/**
 * What is read by packages/core/src/detection/ngrams.ts: the lists of languages and scores,
 * each once; then for n-grams inside, at the start, at the end, and for whole words, how many there
 * are, how far each is from the one before, and which list it has.
 */
export const packNgrams = async () => {
  const { ngramsData } = await fromEld('ngrams/medium.js');
  const { dictionary } = await fromEld('dictionary.js');
  const byteOf = new Map(dictionary.map((character, byte) => [character, byte]));
  const lists = new Map();
  const kinds = [[], [], [], []];
  for (const [ngram, scores] of Object.entries(ngramsData.ngrams)) {
    const kind = (ngram.startsWith(' ') ? 1 : 0) + (ngram.endsWith(' ') ? 2 : 0);
    const bytes = Array.from(ngram.trim(), (character) => byteOf.get(character));
    if (bytes.length > 4 || bytes.includes(undefined)) throw new Error(`no n-gram: ${ngram}`);
    const list = Object.entries(scores).map(([language, score]) => [Number(language), score]);
    const name = JSON.stringify(list);
    if (!lists.has(name)) lists.set(name, { list, count: 0, ngrams: [] });
    const shared = lists.get(name);
    shared.count++;
    kinds[kind].push({ key: keyOf(bytes), shared });
  }
  // The most frequent ones have the smallest numbers.
  const ordered = [...lists.values()].toSorted((one, other) => other.count - one.count);
  const output = [];
  writeNumber(output, ordered.length);
  for (const [number, shared] of ordered.entries()) {
    shared.number = number;
    writeNumber(output, shared.list.length);
  }
  for (const { list } of ordered) for (const [language] of list) output.push(language);
  for (const { list } of ordered) for (const [, score] of list) output.push(score);
  for (const ngrams of kinds) {
    ngrams.sort((one, other) => one.key - other.key);
    writeNumber(output, ngrams.length);
    let last = 0;
    for (const { key } of ngrams) {
      const distance = key - last;
      // Of four bytes, the first ones are mostly the same.
      writeNumber(output, Math.floor(distance / 65536));
      writeNumber(output, distance % 65536);
      last = key;
    }
    for (const { shared } of ngrams) writeNumber(output, shared.number);
  }
  const unused = dictionary.flatMap((character, byte) =>
    byte >= 128 && character === ' ' ? [byte] : [],
  );
  const languages = Object.values(ngramsData.languages);
  return { languages, unused, bytes: Buffer.from(output) };
};

const compress = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).toString('base64');

const ROW_CHARACTERS = 4000;

const writeTable = ({
  languages,
  unused,
  bytes,
}) => `// Made by \`node scripts/pack-ngrams.mjs\` from the npm package eld 2.1.0, copyright 2023 Nito T.M.
// (https://github.com/nitotm/efficient-language-detector-js), Apache-2.0.

/** The languages that lists name by their places here. */
export const LANGUAGES = '${languages.join(' ')}'.split(' ');

/** Bytes of UTF-8 that stand for a blank, as no language of the table has them. */
export const UNUSED_BYTES = new Set([${unused.join(', ')}]);

/** What that script describes, compressed with Brotli, in base 64. */
export const PACKED_NGRAMS = [
${compress(bytes)
  .match(new RegExp(`.{1,${ROW_CHARACTERS}}`, 'g'))
  .map((row) => `  '${row}',`)
  .join('\n')}
].join('');
`;

const main = async () => {
  writeFileSync(TABLE, writeTable(await packNgrams()));
  spawnSync('npx', ['biome', 'format', '--write', TABLE], { stdio: 'inherit' });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
