import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract';
import {
  findQuotations,
  hasLeakedSymbols,
  type Quotation,
  type TranslatedUnit,
  type TranslationUnit,
  WORD,
} from '@dragoman/core';
import { APERTIUM_PLACEHOLDERS } from '@dragoman/core/sentinels';
import { halve } from '../host/long-text.js';
import {
  type CarriedPiece,
  carryAround,
  PLACEHOLDERS,
  placeholder,
  placeholderIndex,
  putBack,
} from './carry-spans.js';
import { type Carriers, chooseCarriers, decode, encode } from './escaping.js';
import {
  bindTags,
  decodeMarks,
  encodeMarks,
  MAX_MARKS,
  placeTags,
  splitAtMarks,
  writeMarks,
} from './inline-markup.js';
import { MessageRefusedError } from './mode-runner.js';
import { hasWords, postEdit, splitAtPlaceholders } from './post-edit.js';

/** Sends a message to a pipeline and resolves to its answer. */
type SendMessage = (body: string, kind: 'whole' | 'part') => Promise<string>;

// Longer messages hold up the others of the pipeline; texts are cut at white space before.
const MAX_MESSAGE_CHARACTERS = 2000;

// Languages that elide with an apostrophe, and whose dictionaries know only the typewriter's.
const APOSTROPHE_LANGUAGES: ReadonlySet<LanguageTag> = new Set([
  'en',
  'fr',
  'ca',
  'it',
  'oc',
  'br',
]);

/**
 * Rewrites a text the way Apertium's dictionaries spell it: `'` for the typographic apostrophe,
 * and in French `oe` for the ligature, which fr-es lacks while every French dictionary has `oe`.
 */
const normaliseForEngine = (text: string, source: LanguageTag): string => {
  let normalised = text;
  if (APOSTROPHE_LANGUAGES.has(source)) normalised = normalised.replaceAll('’', "'");
  if (source === 'fr') {
    normalised = normalised
      .replaceAll('œ', 'oe')
      .replace(/Œ(?=\p{Lu})/gu, 'OE')
      .replaceAll('Œ', 'Oe');
  }
  return normalised;
};

/** A template whose single quotes are pieces, too; they come after all others. */
interface QuotedTemplate {
  readonly template: string;
  readonly pieces: readonly CarriedPiece[];
}

/**
 * Makes pieces of the single quotes around words. Engines for languages that elide read a quote as
 * an apostrophe: `'Save'` as the clitic `'s` and a word `ave`. A pair travels like a pair of tags, so
 * that it follows its words; one across tags or without an end travels as formatting.
 */
export const carryQuotes = (template: string, pieces: readonly CarriedPiece[]): QuotedTemplate => {
  if (!/['‘‚]/.test(template)) return { template, pieces };
  const carried: { readonly at: number; readonly piece: CarriedPiece }[] = [];
  const carry = (at: number, kind?: 'open' | 'close', pair = 0): void => {
    const span = kind && { start: at, end: at + 1, kind, pair };
    const piece = { text: template.charAt(at), kind: 'blank', spans: [], span } as const;
    carried.push({ at, piece });
  };
  let pairs = 0;
  for (const quotation of findQuotations(template)) {
    const { open, close, isSingle } = quotation;
    if (!isSingle) continue;
    if (close !== undefined && crossesNoTag(template, quotation, pieces)) {
      // Below the numbers of tags.
      const pair = -1 - pairs++;
      carry(open, 'open', pair);
      carry(close, 'close', pair);
    } else {
      carry(open);
      if (close !== undefined) carry(close);
    }
  }
  const all = [...pieces];
  let written = '';
  let from = 0;
  for (const { at, piece } of carried.sort((one, two) => one.at - two.at)) {
    written += template.slice(from, at) + placeholder(all.push(piece) - 1);
    from = at + 1;
  }
  return { template: written + template.slice(from), pieces: all };
};

/** The template with its quotes in their places again. @param own how many pieces are no quotes */
export const putQuotesBack = (
  template: string,
  pieces: readonly CarriedPiece[],
  own: number,
): string =>
  pieces.length === own
    ? template
    : template.replace(PLACEHOLDERS, (match) => {
        const index = placeholderIndex(match);
        return index < own ? match : (pieces[index]?.text ?? match);
      });

/** Whether every tag between two quotes has its other half there, too. */
const crossesNoTag = (
  template: string,
  { open, close }: Quotation,
  pieces: readonly CarriedPiece[],
): boolean => {
  const inside = new Set<number | undefined>();
  for (const sign of template.slice(open, close).match(PLACEHOLDERS) ?? []) {
    const { kind, pair } = pieces[placeholderIndex(sign)]?.span ?? {};
    if (kind === 'open') inside.add(pair);
    else if (kind === 'close' && !inside.delete(pair)) return false;
  }
  return inside.size === 0;
};

/**
 * Translates one unit. Whatever the engine must not see is carried around it; whatever the engine
 * breaks on is cut smaller, down to single words, which then stay as they are.
 */
export const translateUnit = async (
  unit: TranslationUnit,
  pair: LanguagePair,
  send: SendMessage,
): Promise<TranslatedUnit> => {
  const { template, pieces } = carryAround(unit.text, unit.protectedSpans);
  if (!hasWords(template)) return putBack(template, pieces);
  const quoted = carryQuotes(template, pieces);
  const normalised = normaliseForEngine(quoted.template, pair.source);
  const answer = await translateCased(normalised, quoted.pieces, pair, send);
  const output = putQuotesBack(answer, quoted.pieces, pieces.length);
  const start = template.length - template.trimStart().length;
  const end = template.trimEnd().length;
  return putBack(
    template.slice(0, start) +
      postEdit(template.slice(start, end), output, pair, pieces) +
      template.slice(end),
    pieces,
  );
};

const CAPITAL_WORDS = new RegExp(`[\\p{L}\\p{M}\\p{N}]+|[${APERTIUM_PLACEHOLDERS}]`, 'gu');
const CAPITAL = /^\p{Lu}(?!\p{Lu})/u;
const SMALL = /^\p{Ll}/u;
/** What most pairs know and no capital goes to. */
const START = ', ';
/** Conjunctions, where a comma does not take the capital. */
const STARTS: ReadonlyMap<LanguageTag, string> = new Map([['is', 'og ']]);

/**
 * Whether a capital of an output may be that of the start of the sentence, which rule-based engines
 * give to the first word that they translate: not the first one where they do not know that
 * (`Grep Imprime las líneas`). Both texts are templates.
 */
export const mayHaveMovedCapital = (source: string, output: string): boolean =>
  movedCapital(source, output) !== undefined;

/** Where the first word of the output is that is not one of the source, if its capital is new. */
const movedCapital = (source: string, output: string): number | undefined => {
  const found = output.matchAll(CAPITAL_WORDS);
  for (const { 0: word, index } of source.matchAll(CAPITAL_WORDS)) {
    const next = found.next().value;
    if (next?.[0] === word) continue;
    const isNew = next && index > 0 && SMALL.test(word) && CAPITAL.test(next[0]);
    return isNew ? next.index : undefined;
  }
  return undefined;
};

/**
 * The output without a capital that moved, for languages in which only names have capitals: the
 * word of the source has none.
 */
export const withoutMovedCapital = (source: string, output: string): string => {
  const at = movedCapital(source, output);
  if (at === undefined) return output;
  const [letter = ''] = output.slice(at);
  return output.slice(0, at) + letter.toLowerCase() + output.slice(at + letter.length);
};

/** The template as something that does not begin a sentence. */
const asContinuation = (template: string, source: LanguageTag): string =>
  (STARTS.get(source) ?? START) + template.trimStart();

/**
 * The output with the capitals that it has as a continuation; the output itself where that says
 * something else.
 */
export const withCapitalsOf = (output: string, continuation: string): string => {
  const other = continuation.trim().replace(/^(?:,|\p{L}+)\s*/u, '');
  const isSame = other.toLowerCase() === output.toLowerCase() && other.length === output.length;
  return isSame ? other : output;
};

/** Whether a capital is a word's own, the engine says itself where no sentence begins. */
const translateCased = async (
  template: string,
  pieces: readonly CarriedPiece[],
  { source, target }: LanguagePair,
  send: SendMessage,
): Promise<string> => {
  const output = await translateWhole(template, pieces, send);
  if (!mayHaveMovedCapital(template, output)) return output;
  const continuation = asContinuation(template, source);
  const cased = withCapitalsOf(output, await translateWhole(continuation, pieces, send));
  return baseOf(target) === 'en' ? cased : withoutMovedCapital(template, cased);
};

/** A template in which every word has its own mark. */
interface MarkedWords {
  readonly template: string;
  readonly words: readonly string[];
}

const WORDS = new RegExp(WORD, 'gu');

/** Marks the words of a template, so that what became of each can be found in the output. */
export const markWords = (template: string): MarkedWords => {
  const words: string[] = [];
  const marked = template.replace(WORDS, (word) =>
    words.length < MAX_MARKS ? writeMarks([words.push(word) - 1], word) : word,
  );
  return { template: marked, words };
};

/**
 * The output without marks. A word of which nothing but a symbol of the engine's analysis came back,
 * such as `<prn>`, stays as the source has it, like any word that an engine does not know.
 */
export const withoutSymbols = (marked: string, words: readonly string[]): string =>
  splitAtMarks(marked)
    .map(({ text, numbers }) => {
      const source = numbers.map((number) => words[number] ?? '').join(' ');
      return numbers.length > 0 && hasLeakedSymbols(source, text) ? source : text;
    })
    .join('');

/** Where the engine leaves symbols of its analysis in the output, their words stay as they are. */
const translateWhole: typeof translateTemplate = async (template, pieces, send) => {
  const output = (await translateTemplate(template, pieces, send)).trim();
  if (!hasLeakedSymbols(template, output)) return output;
  const marked = markWords(template);
  const carriers = chooseCarriers(template, pieces);
  const message = await send(encodeMarks(encode(marked.template, pieces, carriers)), 'part').catch(
    (error: unknown) => {
      if (error instanceof MessageRefusedError) return undefined;
      throw error;
    },
  );
  const found = message && decode(decodeMarks(message), marked.template, carriers);
  return found ? withoutSymbols(found, marked.words) : output;
};

const translateTemplate = async (
  template: string,
  pieces: readonly CarriedPiece[],
  send: SendMessage,
): Promise<string> => {
  if (!hasWords(template)) return template;
  if (template.length > MAX_MESSAGE_CHARACTERS && template.includes(' ')) {
    return translateHalves(template, (half) => translateTemplate(half, pieces, send));
  }
  return translateMessage(template, pieces, (body) => send(body, 'whole'), send);
};

/** Translates a template as one message, and by parts where that message is refused. */
const translateMessage = async (
  template: string,
  pieces: readonly CarriedPiece[],
  sendThis: (body: string) => Promise<string>,
  send: SendMessage,
): Promise<string> => {
  try {
    return await translateWithCarriers(template, pieces, sendThis);
  } catch (error) {
    if (!(error instanceof MessageRefusedError)) throw error;
    if (!template.includes(' ')) return template;
    const sendPart = (body: string): Promise<string> => send(body, 'part');
    return translateHalves(template, (half) =>
      hasWords(half) ? translateMessage(half, pieces, sendPart, send) : Promise.resolve(half),
    );
  }
};

/**
 * Tags that enclose words travel bound to them, and placeholders as words, which keep their place
 * best. Where tags cannot be placed again, they travel as blanks like other formatting; where a word is lost or
 * doubled, all as blanks; and where a blank is lost, the text between them is translated part by part.
 */
const translateWithCarriers = async (
  template: string,
  pieces: readonly CarriedPiece[],
  send: (body: string) => Promise<string>,
): Promise<string> => {
  const carriers = pieces.length === 0 ? NO_CARRIERS : chooseCarriers(template, pieces);
  const bound = bindTags(template, pieces);
  if (bound) {
    const message = await send(encodeMarks(encode(bound.template, pieces, carriers)));
    const marked = decode(decodeMarks(message), bound.template, carriers);
    const output = marked === undefined ? undefined : placeTags(marked, bound.pairs);
    if (output !== undefined) return output;
  }
  const attempts: readonly Carriers[] = carriers.wordPrefix
    ? [carriers, { kinds: carriers.kinds, wordPrefix: undefined }]
    : [carriers];
  for (const attempt of attempts) {
    const message = await send(encode(template, pieces, attempt));
    const output = decode(message, template, attempt);
    if (output !== undefined) return output;
  }
  const parts: string[] = [];
  for (const part of splitAtPlaceholders(template)) {
    parts.push(hasWords(part) ? await translatePart(part, send) : part);
  }
  return parts.join('');
};

const NO_CARRIERS: Carriers = { kinds: [], wordPrefix: undefined };

const translatePart = async (
  part: string,
  send: (body: string) => Promise<string>,
): Promise<string> => {
  const core = part.trim();
  const start = part.length - part.trimStart().length;
  const message = await send(encode(core, [], NO_CARRIERS));
  const output = decode(message, core, NO_CARRIERS) ?? core;
  return part.slice(0, start) + output + part.slice(start + core.length);
};

const translateHalves = async (
  template: string,
  translate: (half: string) => Promise<string>,
): Promise<string> => {
  const { left, gap, right } = halve(template);
  return (await translate(left)) + gap + (await translate(right));
};
