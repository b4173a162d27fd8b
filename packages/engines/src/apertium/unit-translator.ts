import { baseOf, type LanguageTag } from '@dragoman/contract';
import { hasLeakedSymbols, type TranslatedUnit, type TranslationUnit } from '@dragoman/core';
import { halve } from '../host/long-text.js';
import { type CarriedPiece, carryAround, putBack } from './carry-spans.js';
import { type Carriers, chooseCarriers, decode, encode } from './escaping.js';
import { bindTags, placeTags } from './inline-markup.js';
import { decodeMarks, encodeMarks } from './marks.js';
import { MessageRefusedError } from './mode-runner.js';
import {
  asContinuation,
  mayHaveMovedCapital,
  withCapitalsOf,
  withoutMovedCapital,
} from './moved-capitals.js';
import { hasWords, postEdit, splitAtPlaceholders } from './post-edit.js';
import { carryQuotes, putQuotesBack } from './quotes.js';
import { normaliseForEngine } from './source-normalisation.js';
import { markWords, withoutSymbols } from './word-marks.js';

/** Sends a message to a pipeline and resolves to its answer. */
export type SendMessage = (body: string, kind: 'whole' | 'part') => Promise<string>;

export interface Direction {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

// Longer messages hold up the others of the pipeline; texts are cut at white space before.
const MAX_MESSAGE_CHARACTERS = 2000;

/**
 * Translates one unit. Whatever the engine must not see is carried around it; whatever the engine
 * breaks on is cut smaller, down to single words, which then stay as they are.
 */
export const translateUnit = async (
  unit: TranslationUnit,
  direction: Direction,
  send: SendMessage,
): Promise<TranslatedUnit> => {
  const { template, pieces } = carryAround(unit.text, unit.protectedSpans);
  if (!hasWords(template)) return putBack(template, pieces);
  const quoted = carryQuotes(template, pieces);
  const normalised = normaliseForEngine(quoted.template, direction.source);
  const answer = await translateCased(normalised, quoted.pieces, direction, send);
  const output = putQuotesBack(answer, quoted.pieces, pieces.length);
  const start = template.length - template.trimStart().length;
  const end = template.trimEnd().length;
  return putBack(
    template.slice(0, start) +
      postEdit(template.slice(start, end), output, direction, pieces) +
      template.slice(end),
    pieces,
  );
};

/** Whether a capital is a word's own, the engine says itself where no sentence begins. */
const translateCased = async (
  template: string,
  pieces: readonly CarriedPiece[],
  { source, target }: Direction,
  send: SendMessage,
): Promise<string> => {
  const output = await translateWhole(template, pieces, send);
  if (!mayHaveMovedCapital(template, output)) return output;
  const continuation = asContinuation(template, source);
  const cased = withCapitalsOf(output, await translateWhole(continuation, pieces, send));
  return baseOf(target) === 'en' ? cased : withoutMovedCapital(template, cased);
};

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
