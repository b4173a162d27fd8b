import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable } from '../report/table.mjs';

const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pt'];
/** The pairs of CoCoA-MT are in the Portuguese of Portugal. */
const VARIANTS = { pt: 'pt-PT' };
const targetOf = (language) => VARIANTS[language] ?? language;
const FORMS = { more: 'formal', less: 'informal' };
const WORD = /[\p{L}\p{M}]+/gu;

/** Languages without such pairs. */
export const BY_SIGNS = ['nl', 'pl', 'ru'];

/**
 * Asks the neural engine for both forms of address of sentences whose translations in both forms are
 * known (`en-XX.tsv` in a folder: English TAB translation TAB source, two rows a sentence, as CoCoA-MT
 * has them), and counts, by the words in which these differ, how many come out in the form. Of a
 * sentence with one translation that shows a form, only the words of address of the answer count.
 */
export const measureAddress = async (folder, { limit = 300, languages = LANGUAGES } = {}) => {
  const { createNeuralEngine } = await import('../../packages/engines/dist/neural/index.js');
  const { formalityOf, formalitySigns, silentLogger } = await import(
    '../../packages/core/dist/index.js'
  );
  const models = new URL('../../models', import.meta.url).pathname;
  const engine = createNeuralEngine({ log: silentLogger }, { modelDirectories: [models] });
  const rows = [];
  try {
    await engine.start();
    for (const language of languages) {
      const path = join(folder, `en-${language}.tsv`);
      if (!existsSync(path)) continue;
      const sentences = readPairs(path, language, formalityOf).slice(0, limit);
      for (const form of [undefined, 'more', 'less']) {
        const pair = {
          source: 'en',
          target: targetOf(language),
          modelType: 'latency_optimized',
        };
        const units = sentences.map(({ source }) => ({ text: source, protectedSpans: [] }));
        const guidance = form && { guidance: { formality: form } };
        const started = performance.now();
        const answers = await engine.translateBatch(
          { ...pair, units, ...guidance },
          { signal: AbortSignal.timeout(1_200_000) },
        );
        const seconds = (performance.now() - started) / 1000;
        for (const wanted of form ? [form] : ['more', 'less']) {
          const verdicts = answers.map(({ text }, index) =>
            verdictOf(text, sentences[index], wanted, language, formalitySigns),
          );
          rows.push([
            language,
            form === undefined ? `not asked; ${FORMS[wanted]}` : `asked for ${FORMS[form]}`,
            sentences.length,
            ...['right', 'wrong', 'open'].map((one) => share(verdicts, one)),
            `${percent(verdicts.filter((one) => one === 'right').length, verdicts.filter((one) => one !== 'open').length)}`,
            seconds.toFixed(0),
          ]);
        }
      }
    }
  } finally {
    await engine.stop();
  }
  return formatTable(
    [
      '',
      'wanted',
      'sentences',
      'right',
      'wrong',
      'shows neither',
      'right of those that show one',
      'seconds',
    ],
    rows,
  );
};

/** Sentences with one translation of each form that can be told. */
const readPairs = (path, language, formalityOf) => {
  const translations = new Map();
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const [source, translation] = line.split('\t');
    translations.set(source, [...(translations.get(source) ?? []), translation]);
  }
  return [...translations].flatMap(([source, both]) => {
    if (both.length === 1) {
      const [translation] = both;
      const form = formalityOf({
        source: 'en',
        target: targetOf(language),
        text: source,
        translation,
      });
      return form === undefined ? [] : [{ source, more: '', less: '' }];
    }
    if (both.length !== 2) return [];
    const forms = both.map((translation) =>
      formalityOf({ source: 'en', target: targetOf(language), text: source, translation }),
    );
    // One form is enough to know which of the two is which.
    const more = forms.findIndex((form, index) => form === 'more' || forms[1 - index] === 'less');
    return forms.every((form) => form === undefined) || forms[0] === forms[1]
      ? []
      : [{ source, more: both[more], less: both[1 - more] }];
  });
};

/** By the words that only one of the references has, and by the words of address for the others. */
const verdictOf = (text, sentence, wanted, to, formalitySigns) => {
  const other = wanted === 'more' ? 'less' : 'more';
  const own = wordsOf(text);
  const [ours, theirs] = [onlyIn(sentence, wanted, other), onlyIn(sentence, other, wanted)];
  const signs = formalitySigns({
    source: 'en',
    target: targetOf(to),
    text: sentence.source,
    translation: text,
  });
  const hasOther = theirs.some((word) => own.has(word)) || signs.some(({ form }) => form === other);
  if (hasOther) return 'wrong';
  const hasOurs = ours.some((word) => own.has(word)) || signs.some(({ form }) => form === wanted);
  return hasOurs ? 'right' : 'open';
};

const onlyIn = (sentence, form, other) => {
  const others = wordsOf(sentence[other]);
  return [...wordsOf(sentence[form])].filter((word) => !others.has(word));
};

const wordsOf = (text) => new Set((text.match(WORD) ?? []).map((word) => word));

const share = (verdicts, verdict) =>
  percent(verdicts.filter((one) => one === verdict).length, verdicts.length);
const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
