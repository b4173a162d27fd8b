import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../report/files.mjs';
import { formatTable } from '../report/table.mjs';
import { DEFAULT_INSTALL } from './default-install.mjs';

/** What can be translated from. */
const INSTALLS = [
  { name: 'default install', languages: DEFAULT_INSTALL },
  { name: 'default install and Polish', languages: [...DEFAULT_INSTALL, 'pl'] },
];
const CONDITIONS = [
  ['full', 'full sentence'],
  ['5', '5 words'],
  ['3', '3 words'],
  ['1', '1 word'],
  ['phrase', 'own phrases'],
  ['noun', 'own single nouns'],
];
const LATIN_LETTER = /\p{Script=Latin}/u;

const readTexts = (file, cond) =>
  Object.entries(JSON.parse(readFileSync(join(ROOT, 'bench', 'detection', file), 'utf8'))).flatMap(
    ([lang, texts]) => texts.map((text) => ({ lang, cond, text })),
  );

/** Texts written for this project: greetings, signs and interfaces; and single nouns. */
const ownTexts = () => [...readTexts('phrases.json', 'phrase'), ...readTexts('nouns.json', 'noun')];

/** Languages most of whose texts have more than a few Latin letters. */
const languagesInLatin = (rows) => {
  const counts = new Map();
  for (const { lang, text } of rows) {
    const count = counts.get(lang) ?? { texts: 0, latin: 0 };
    count.texts++;
    if (LATIN_LETTER.test(text)) count.latin++;
    counts.set(lang, count);
  }
  return new Set(
    [...counts].filter(([, { texts, latin }]) => latin * 2 > texts).map(([lang]) => lang),
  );
};

/** What becomes of texts, each a request of its own: right, refused, or a 200 with a wrong source. */
const outcomesOf = (detector, rows, installed) => {
  const outcomes = { texts: rows.length, right: 0, refused: 0, named: 0, wrong: 0 };
  for (const { lang, text } of rows) {
    const [{ language, isWanted }] = detector.detectPreferring([text], installed);
    if (language !== null && !isWanted) {
      outcomes.refused++;
      if (language === lang) outcomes.named++;
    } else if (language === lang) outcomes.right++;
    else outcomes.wrong++;
  }
  return outcomes;
};

/**
 * Detection as the service does it: among all languages, with installed ones preferred.
 *
 * @param rows `{lang, cond, text}` of the test set
 */
export const measureAsService = (detector, rows) => {
  const all = [...rows, ...ownTexts()];
  const inLatin = languagesInLatin(all);
  return INSTALLS.flatMap(({ name, languages }) => {
    const installed = new Set(languages);
    const groups = [
      ['installed', ({ lang }) => installed.has(lang)],
      ['not installed', ({ lang }) => !installed.has(lang)],
      ['- in Latin letters', ({ lang }) => !installed.has(lang) && inLatin.has(lang)],
    ];
    return groups.flatMap(([group, isIn]) =>
      CONDITIONS.map(([condition, label]) => {
        const chosen = all.filter((row) => row.cond === condition && isIn(row));
        return { install: name, group, text: label, ...outcomesOf(detector, chosen, installed) };
      }),
    );
  });
};

/** Single nouns by language, as `/v2/translate` judges them, each a request of its own. */
export const measureNouns = (detector) => {
  const installed = new Set(DEFAULT_INSTALL);
  const rows = readTexts('nouns.json', 'noun');
  return [...new Set(rows.map(({ lang }) => lang))].map((language) => {
    const own = rows.filter(({ lang }) => lang === language);
    const { right, texts } = outcomesOf(detector, own, installed);
    return { language, right, texts };
  });
};

export const renderNouns = (counts) =>
  counts.map(({ language, right, texts }) => `${language} ${right} of ${texts}`).join(', ');

const percent = (count, texts) => (texts === 0 ? '' : ((100 * count) / texts).toFixed(1));

export const renderAsService = (rows) =>
  formatTable(
    ['installed', 'texts in languages', 'text', 'strings', 'right %', 'refused %', 'wrong 200 %'],
    rows
      .filter(({ texts }) => texts > 0)
      .map(({ install, group, text, texts, right, refused, named, wrong }) => [
        install,
        group,
        text,
        texts,
        percent(group === 'installed' ? right : named, texts),
        percent(refused, texts),
        percent(wrong, texts),
      ]),
  );
