import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { protectSpans } from '@dragoman/core';
import { ROOT } from '../report/files.mjs';
import { formatTable } from '../report/table.mjs';

const TAG = /<\/?a>/g;
/** Which variety of a language its sentences are translated into. */
const VARIANTS = { pt: 'pt-BR' };

const readSentences = () =>
  JSON.parse(readFileSync(join(ROOT, 'bench', 'alignment', 'sentences.json'), 'utf8'));

const plainLower = (text) => text.toLowerCase().replaceAll('’', "'");

/** A sentence with its pair of tags as a unit of an engine. */
const unitOf = (text) => {
  const spans = [...text.matchAll(TAG)].map(({ 0: tag, index }) => ({
    start: index,
    end: index + tag.length,
  }));
  return { text, protectedSpans: protectSpans(text, spans) };
};

/** `right`, `wrong`, or `open` where the translation says the phrase in words that are not listed. */
const judge = (translation, accepted) => {
  const answers = accepted.map(plainLower).sort((one, two) => two.length - one.length);
  const text = plainLower(translation);
  const bare = text.replace(TAG, '');
  const said = answers.find((answer) => bare.includes(answer));
  if (said === undefined) return 'open';
  const inner = /<a>(.*?)<\/a>/.exec(text)?.[1]?.trim().replace(/^l'/, '');
  return inner === said ? 'right' : 'wrong';
};

/** Whether a pair of tags is exactly around the translation of its phrase, in every direction. */
export const measureAccuracy = async (engine) => {
  const { frames, terms } = readSentences();
  const directions = Object.keys(frames)
    .filter((language) => language !== 'en')
    .flatMap((language) => [
      ['en', language],
      [language, 'en'],
    ]);
  const results = [];
  for (const [source, target] of directions) {
    const rows = frames[source].flatMap((frame) =>
      terms.map((term) => {
        const [article, phrase] = term[source].split('|');
        const text = frame.replace('{a}', article).replace('{x}', phrase);
        return { text, accepted: term[target].split('|').slice(1) };
      }),
    );
    const units = rows.map(({ text }) => unitOf(text));
    const batch = {
      source,
      target: VARIANTS[target] ?? target,
      modelType: 'latency_optimized',
      units,
    };
    const answers = await engine.translateBatch(batch, { signal: new AbortController().signal });
    const counts = { right: 0, wrong: 0, open: 0 };
    for (const [index, { accepted }] of rows.entries()) {
      counts[judge(answers[index].text, accepted)]++;
    }
    results.push({ source, target, ...counts });
  }
  return results;
};

export const renderAccuracy = (results) =>
  formatTable(
    ['direction', 'exactly right', 'sentences', '%', 'not counted'],
    results.map(({ source, target, right, wrong, open }) => [
      `${source} → ${target}`,
      right,
      right + wrong,
      ((100 * right) / (right + wrong)).toFixed(1),
      open,
    ]),
  );
