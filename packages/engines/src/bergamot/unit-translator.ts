import type { TranslationUnit } from '@dragoman/core';
import {
  type CarriedPiece,
  carryAround,
  type KnowsCharacter,
  PLACEHOLDER,
  pieceOf,
  putBack,
} from './carried-text.js';
import { flattenLines, restoreLines } from './line-breaks.js';
import { cutLong, joinChunks } from './long-text.js';
import { standInsFor, takeStandIns, withStandIns } from './stand-ins.js';

/** What is needed to know of a model to prepare texts for it. */
export interface UnitModel {
  readonly knows: KnowsCharacter;
  countTokens(text: string): number;
  /** Most tokens of one sentence. */
  readonly maxTokens: number;
}

/** Has the model translate one line; resolves to its answer, which may be empty. */
export type TranslateLine = (line: string) => Promise<string>;

const HAS_LETTER = /\p{L}/u;
const PARAGRAPH_BREAK = /(\s*\n[^\S\n]*\n\s*|\s*\u2029\s*)/;
// What a stand-in may take, in tokens.
const STAND_IN_TOKENS = 4;

/**
 * Translates one unit. Protected spans and characters the model does not know never reach it:
 * stand-ins travel in their place, and where a stand-in does not arrive, the text between them is
 * translated piece by piece, so that all of them come back whatever the model does.
 */
export const translateUnit = async (
  unit: TranslationUnit,
  model: UnitModel,
  translateLine: TranslateLine,
): Promise<string> => {
  const { template, pieces } = carryAround(unit.text, unit.protectedSpans, model.knows);
  const paragraphs = template.split(PARAGRAPH_BREAK);
  const translated = await Promise.all(
    paragraphs.map((part) => translateParagraph(part, pieces, model, translateLine)),
  );
  return putBack(translated.join(''), pieces);
};

const translateParagraph = async (
  paragraph: string,
  pieces: readonly CarriedPiece[],
  model: UnitModel,
  translateLine: TranslateLine,
): Promise<string> => {
  if (!HAS_LETTER.test(paragraph)) return paragraph;
  const { start, end } = coreOf(paragraph, pieces);
  const flat = flattenLines(paragraph.slice(start, end));
  const chunks = cutLong(flat.text, (text) => countTemplateTokens(text, model), model.maxTokens);
  const translations = await Promise.all(
    chunks.map(({ text }) => translateTemplate(text, translateLine)),
  );
  const translated = restoreLines(joinChunks(chunks, translations), flat.breaks);
  return paragraph.slice(0, start) + translated + paragraph.slice(end);
};

/** What is left without blanks and unknown characters at both ends; those stay as they are. */
const coreOf = (
  paragraph: string,
  pieces: readonly CarriedPiece[],
): { readonly start: number; readonly end: number } => {
  const isOutside = (character: string): boolean =>
    character.trim() === '' ||
    (/[\ue000-\uf8ff]/.test(character) && !pieceOf(character, pieces).isProtected);
  let start = 0;
  let end = paragraph.length;
  while (start < end && isOutside(paragraph.charAt(start))) start += 1;
  while (end > start && isOutside(paragraph.charAt(end - 1))) end -= 1;
  return { start, end };
};

const countTemplateTokens = (template: string, model: UnitModel): number => {
  const standIns = template.match(PLACEHOLDER)?.length ?? 0;
  return model.countTokens(template.replace(PLACEHOLDER, ' ')) + standIns * STAND_IN_TOKENS;
};

const translateTemplate = async (
  template: string,
  translateLine: TranslateLine,
): Promise<string> => {
  if (!HAS_LETTER.test(template)) return template;
  if (template.search(PLACEHOLDER) < 0) return translateText(template, translateLine);
  for (const standIns of standInsFor(template)) {
    const output = await translateText(withStandIns(template, standIns), translateLine);
    const restored = takeStandIns(output, template, standIns);
    if (restored !== undefined) return restored;
  }
  const parts = await Promise.all(
    template
      .split(/([\ue000-\uf8ff])/)
      .map((part) => (HAS_LETTER.test(part) ? translateText(part, translateLine) : part)),
  );
  return parts.join('');
};

/** Translates what is between the blanks at both ends; an empty answer leaves it as it is. */
const translateText = async (text: string, translateLine: TranslateLine): Promise<string> => {
  const core = text.trim();
  const start = text.length - text.trimStart().length;
  // No private-use character of the model's own making may pass for a placeholder.
  const output = (await translateLine(core)).replace(PLACEHOLDER, '').trim();
  return text.slice(0, start) + (output === '' ? core : output) + text.slice(start + core.length);
};
