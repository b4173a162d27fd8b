import type { TranslatedUnit, TranslationUnit } from '@dragoman/core';
import { cutLong, joinChunks } from '../host/long-text.js';
import type { TagKinds } from './alignment/tagged-text.js';
import { type Aligner, tagKindsOf, translateTagged } from './alignment/translate-tagged.js';
import {
  type CarriedPiece,
  carryAround,
  type KnowsCharacter,
  PLACEHOLDER,
  pieceOf,
  putBack,
} from './carry-spans.js';
import { flattenLines, restoreLines } from './line-breaks.js';
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

/** How lines get to the model; without an aligner, tags travel like everything protected. */
export interface LineTranslation {
  readonly translateLine: TranslateLine;
  readonly aligner?: Aligner;
}

/** What a paragraph is translated with. */
interface UnitContext extends LineTranslation {
  readonly model: UnitModel;
  readonly pieces: readonly CarriedPiece[];
  readonly kinds: TagKinds;
}

const HAS_LETTER = /\p{L}/u;
const PARAGRAPH_BREAK = /(\s*\n[^\S\n]*\n\s*|\s*\u2029\s*)/;
// What a stand-in may take, in tokens.
const STAND_IN_TOKENS = 4;

/**
 * Translates one unit. Tags are taken out and put back where the words between them went. Other
 * protected spans and characters the model does not know never reach it either: stand-ins travel in
 * their place, and in that of tags where their words cannot be told. Where a stand-in does not
 * arrive, the text between them is translated piece by piece, so that all of them come back whatever
 * the model does.
 */
export const translateUnit = async (
  unit: TranslationUnit,
  model: UnitModel,
  lines: LineTranslation,
): Promise<TranslatedUnit> => {
  const { template, pieces } = carryAround(unit.text, unit.protectedSpans, model.knows);
  const context = { ...lines, model, pieces, kinds: tagKindsOf(pieces) };
  const paragraphs = template.split(PARAGRAPH_BREAK);
  const translated = await Promise.all(paragraphs.map((part) => translateParagraph(part, context)));
  return putBack(translated.join(''), pieces);
};

const translateParagraph = async (paragraph: string, context: UnitContext): Promise<string> => {
  if (!HAS_LETTER.test(paragraph)) return paragraph;
  const { model, pieces } = context;
  const { start, end } = coreOf(paragraph, pieces);
  const flat = flattenLines(paragraph.slice(start, end));
  const chunks = cutLong(flat.text, (text) => countTemplateTokens(text, model), model.maxTokens);
  const translations = await Promise.all(
    chunks.map(({ text }) => translateTemplate(text, context)),
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
  { translateLine, aligner, kinds }: UnitContext,
): Promise<string> => {
  if (!HAS_LETTER.test(template)) return template;
  if (template.search(PLACEHOLDER) < 0) return translateText(template, translateLine);
  const tagged = aligner && (await translateTagged(template, kinds, aligner));
  if (tagged !== undefined) return tagged;
  for (const standIns of standInsFor(template)) {
    const output = await translateText(withStandIns(template, standIns).text, translateLine);
    const restored = takeStandIns(output, template, standIns);
    if (restored) return restored.text;
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
