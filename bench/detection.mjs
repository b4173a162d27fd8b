import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createNeuralEngine } from '../packages/engines/dist/neural/index.js';
import {
  measureAsService,
  measureNouns,
  renderAsService,
  renderNouns,
} from './detection/as-service.mjs';
import { DEFAULT_INSTALL } from './detection/default-install.mjs';
import { ROOT, writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';

const MANY =
  'ar bg cs da de el en es et fi fr he hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh'.split(
    ' ',
  );
/** Languages that the detector's n-grams do not know; markers find them. */
const MARKED = new Set(['gl', 'oc', 'eo', 'an']);
const DEFAULT_OF_ELD = DEFAULT_INSTALL.filter((language) => !MARKED.has(language));
/** The candidate languages, and the languages of the texts. */
const SETS = [
  { name: '33 languages', candidates: MANY, languages: MANY },
  { name: 'default install', candidates: DEFAULT_INSTALL, languages: DEFAULT_INSTALL },
  { name: 'default install, texts not gl', candidates: DEFAULT_INSTALL, languages: DEFAULT_OF_ELD },
  { name: 'the same without gl oc eo an', candidates: DEFAULT_OF_ELD, languages: DEFAULT_OF_ELD },
];
const CONDITIONS = [
  ['full', 'full sentence'],
  ['5', '5 words'],
  ['3', '3 words'],
  ['1', '1 word'],
];
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const BINS = 10;
const REQUEST_TEXTS = 50;
const LONG_TEXT_UNITS = 131_072;
const ROUNDS = 20;

const percent = (share) => (100 * share).toFixed(1);

/** Mean gap between confidence and accuracy, weighted by how often a confidence is given. */
const calibrationError = (answers) => {
  const bins = Array.from({ length: BINS }, () => ({ confidence: 0, right: 0 }));
  for (const { confidence, isRight } of answers) {
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    bin.confidence += confidence;
    bin.right += isRight ? 1 : 0;
  }
  const gaps = bins.map((bin) => Math.abs(bin.confidence - bin.right));
  return gaps.reduce((sum, gap) => sum + gap, 0) / answers.length;
};

const measure = (detector, rows, candidates) => {
  const start = process.cpuUsage();
  // One text per call, without the help of other texts.
  const answers = rows.map(({ lang, text }) => {
    const [{ language, confidence }] = detector.detect([text], candidates);
    return { confidence, isRight: language === lang };
  });
  const { user, system } = process.cpuUsage(start);
  const cpuSeconds = (user + system) / 1e6;
  const right = answers.filter(({ isRight }) => isRight).length;
  return {
    strings: rows.length,
    accuracy: right / rows.length,
    calibrationError: calibrationError(answers),
    stringsPerCpuSecond: Math.round(rows.length / cpuSeconds),
  };
};

const NO_TEST_SET =
  'Only our own phrases: for sentences and fragments, give the folder of flores-dev.json with --testset DIR.';

const measureSets = (detector, rows) =>
  SETS.flatMap(({ name, ...lists }) => {
    const candidates = new Set(lists.candidates);
    const languages = new Set(lists.languages);
    return CONDITIONS.map(([condition, label]) => {
      const chosen = rows.filter(({ lang, cond }) => cond === condition && languages.has(lang));
      return { set: name, condition: label, ...measure(detector, chosen, candidates) };
    });
  });

const measureOwnSentences = (detector) => {
  const path = join(ROOT, 'bench', 'detection', 'sentences.json');
  const candidates = new Set([...DEFAULT_INSTALL, 'br']);
  return Object.entries(JSON.parse(readFileSync(path, 'utf8'))).map(([language, sentences]) => {
    const rows = sentences.map((text) => ({ lang: language, text }));
    const { strings, accuracy } = measure(detector, rows, candidates);
    return { language, sentences: strings, right: Math.round(accuracy * strings) };
  });
};

/** Milliseconds for one request of 50 long texts: the median of some rounds. */
const measureLongRequest = (detector, rows) => {
  const candidates = new Set(DEFAULT_INSTALL);
  const spanish = rows.filter(({ lang, cond }) => lang === 'es' && cond === 'full');
  const paragraph = spanish.map(({ text }) => text).join(' ');
  const long = paragraph.repeat(Math.ceil(LONG_TEXT_UNITS / paragraph.length));
  const texts = Array.from({ length: REQUEST_TEXTS }, (_, index) => long.slice(index * 40));
  const times = Array.from({ length: ROUNDS }, () => {
    const startMs = performance.now();
    detector.detect(texts, candidates);
    return performance.now() - startMs;
  }).sort((left, right) => left - right);
  return Number(times[ROUNDS / 2].toFixed(1));
};

const render = ({ machine, rows, asService, nouns, ownSentences, longRequestMs }) => {
  const table = formatTable(
    ['candidates', 'text', 'strings', 'right %', 'calibration error %', 'strings per CPU second'],
    rows.map((row) => [
      row.set,
      row.condition,
      row.strings,
      percent(row.accuracy),
      percent(row.calibrationError),
      row.stringsPerCpuSecond,
    ]),
  );
  const own = ownSentences.map(
    ({ language, right, sentences }) => `${language} ${right} of ${sentences}`,
  );
  return `Among the installed languages, for a text known to be in one of them:

${table}

As in the service: among all languages, one string per request. For installed languages, "right" is the right source; for others, it is a refusal that names the right language:

${renderAsService(asService)}

Our own single nouns by language, as in the service: ${renderNouns(nouns)}.

Our own sentences in languages missing from the test set, with the default install and Breton as candidates: ${own.join(', ')}. One request of ${REQUEST_TEXTS} texts of 128 KiB each: ${longRequestMs} ms. Measured on ${describeMachine(machine)}, with \`npm run bench -- detection --testset DIR\`.`;
};

/**
 * `npm run bench -- detection --testset DIR`: how often the language of a text is detected
 * correctly. DIR holds `flores-dev.json`, an array of `{lang, cond, text}` with `cond` being
 * `full`, `5`, `3` or `1` (words). Without it only the phrases of this repository are measured, and
 * nothing is written.
 */
export const run = async (args) => {
  const { values } = parseArgs({ args, options: { testset: { type: 'string' } } });
  const path = values.testset && join(values.testset, 'flores-dev.json');
  const { createDetector } = await import('@dragoman/core');
  const engine = createNeuralEngine({ log: SILENT }, { modelDirectories: [join(ROOT, 'models')] });
  await engine.start();
  try {
    const detector = await createDetector((...question) => engine.findLetterCase(...question));
    measureAll(detector, path);
  } finally {
    await engine.stop();
  }
};

const measureAll = (detector, path) => {
  if (!path || !existsSync(path)) {
    const ofPhrases = measureAsService(detector, []);
    const nouns = renderNouns(measureNouns(detector));
    process.stdout.write(`${renderAsService(ofPhrases)}\n\n${nouns}\n\n${NO_TEST_SET}\n`);
    return;
  }
  const rows = JSON.parse(readFileSync(path, 'utf8'));
  measureSets(detector, rows.slice(0, 2000));
  const report = {
    machine: machineFacts(),
    rows: measureSets(detector, rows),
    asService: measureAsService(detector, rows),
    nouns: measureNouns(detector),
    ownSentences: measureOwnSentences(detector),
    longRequestMs: measureLongRequest(detector, rows),
  };
  writeResults('detection', report);
  const text = render(report);
  writeSection('docs/decisions/texts/language-detection.md', 'figures', text);
  process.stdout.write(`${text}\n`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await run(process.argv.slice(2));
}
