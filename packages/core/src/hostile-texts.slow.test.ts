import { createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { compareNumbers, numberTokens } from './checks/compare-numbers.js';
import { findChatterDefect, findRewritingDefect } from './checks/find-chatter-defect.js';
import { hasLeakedSymbols, isCopied } from './checks/find-defect.js';
import { alteredNames } from './checks/names.js';
import { isNegated, keepsNegation } from './checks/negation.js';
import { countNumerals, saysMonth } from './checks/number-words.js';
import { findQuotations, keepsBrackets, keepsQuotes } from './checks/quotations.js';
import { loadNgramModel } from './detection/ngrams.js';
import { sampleWords, withoutNames } from './detection/words.js';
import { formalitySigns, rewriteFormality, speaksToReader } from './formality/index.js';
import { readTranslate, tokenize } from './markup/tokenize.js';
import { clausesOf, withoutContractions } from './pipeline/rewordings.js';
import { findMarkdownSpans } from './protection/markdown.js';
import { findProtectedSpans } from './protection/placeholders.js';
import { findSeparators } from './segmentation/separators.js';
import { wordsOf } from './terms/words.js';
import { timesOf12Hours } from './times-of-day.js';

/** Takes some milliseconds; minutes where the time grows with its cube. */
const LENGTH = 6000;
/** Ends what hangs. */
const HUNG_MS = 5000;

const REPEATED = [
  ...'aAéя中0.,-\'"’“«()[]{}<>/\\%$#@&*_`~|!?:;= \t\n',
  ...[
    '\u00a0',
    '\u0301',
    '\ue000',
    'a ',
    'a. ',
    'a-',
    "a'",
    '1 ',
    '1.',
    '1 000 ',
    ' \n',
    '<a ',
    'a="',
  ],
  ...['{{', 'a@', 'http://', '&#1', 'zehn', 'Add ', 'you ', '! '],
];
/** Each begins with a word that patterns wait for, and ends with what few of them expect. */
const HOSTILE = REPEATED.map((part) => `Add${part.repeat(LENGTH / part.length)}\u0301`);

const pair = { source: 'en', target: 'de' };
const languages = ['de', 'it', 'ru'];
const inAll = (look: (language: string) => unknown) => languages.map(look);
const detector = { detectPreferring: () => [], detect: () => [] } as never;
const ngrams = loadNgramModel();
const unitOf = (text: string) => ({ text, protectedSpans: [] });

it.each<[string, (text: string) => unknown]>([
  ['speaksToReader', speaksToReader],
  [
    'formalitySigns',
    (translation) =>
      inAll((target) => formalitySigns({ source: 'en', target, text: 'Do you see?', translation })),
  ],
  [
    'rewriteFormality',
    (translation) =>
      rewriteFormality({ source: 'en', target: 'es', text: 'Do you see?', translation }, 'more'),
  ],
  ['isNegated', (text) => inAll((language) => isNegated(text, language))],
  ['keepsNegation', (text) => keepsNegation('I do not know.', text, pair)],
  ['countNumerals', (text) => inAll((language) => countNumerals(text, language))],
  ['saysMonth', (text) => inAll((language) => saysMonth(text, 3, language))],
  ['compareNumbers of a translation', (text) => compareNumbers('We are 5 or 12.', text, pair)],
  ['compareNumbers of a source', (text) => compareNumbers(text, 'We are 5 or 12.', pair)],
  ['numberTokens', numberTokens],
  ['timesOf12Hours', timesOf12Hours],
  ['findChatterDefect', (text) => findChatterDefect('The house.', text, { ...pair, detector })],
  [
    'findRewritingDefect',
    (text) => findRewritingDefect('A house.', text, { ...pair, detector }, 'rephrase'),
  ],
  ['hasLeakedSymbols', (text) => hasLeakedSymbols('A house.', text)],
  ['isCopied', (text) => isCopied(text, text)],
  ['alteredNames', (text) => alteredNames(text, 'A house.', 'en')],
  ['findQuotations', findQuotations],
  ['keepsBrackets', (text) => keepsBrackets('(a)', text)],
  ['keepsQuotes', (text) => keepsQuotes('"a"', text)],
  ['scores of n-grams', (text) => ngrams.scoresOf(text)],
  ['sampleWords', (text) => sampleWords([text])],
  ['withoutNames', withoutNames],
  ['tokenize HTML', (text) => tokenize(text, 'html')],
  ['tokenize XML', (text) => tokenize(text, 'xml')],
  ['readTranslate', (text) => readTranslate(`<a translate ${text}>`)],
  ['clausesOf', (text) => clausesOf(unitOf(text))],
  ['withoutContractions', (text) => withoutContractions(unitOf(text), 'en')],
  ['findSeparators', (text) => findSeparators(text, true)],
  ['findMarkdownSpans', findMarkdownSpans],
  ['findProtectedSpans', findProtectedSpans],
  ['wordsOf', (text) => wordsOf(text, 'en')],
])('takes time in proportion to the length of any text: %s', (_, look) => {
  const script = new Script('look(text)');
  for (const text of HOSTILE) {
    const run = () => script.runInContext(createContext({ look, text }), { timeout: HUNG_MS });
    expect(run, JSON.stringify(text.slice(0, 20))).not.toThrow();
  }
});
