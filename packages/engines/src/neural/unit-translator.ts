import type { TranslatedUnit, TranslationUnit } from '@dragoman/core';
import { cutLong, endsUnspaced, joinChunks, startsUnspaced } from '../host/long-text.js';
import { closingTags } from '../host/pieces.js';
import type { AlignedText, Range } from './alignment/aligned-text.js';
import { translatePhrases } from './alignment/counterparts.js';
import type { Lexicon, PhraseTranslations, PlacedNode } from './alignment/placing.js';
import { projectTags } from './alignment/project-tags.js';
import {
  type ClusterInText,
  clustersOf,
  edgesOf,
  type TagCluster,
  type TaggedText,
  type TagKinds,
  takeTags,
} from './alignment/tagged-text.js';
import {
  type CarriedPiece,
  carryAround,
  isTag,
  type KnowsCharacter,
  PLACEHOLDER,
  PLACEHOLDER_CLASS,
  pieceOf,
  placeholderOf,
  putBack,
} from './carry-spans.js';
import { standInsFor, takeStandIns, withStandIns } from './stand-ins.js';

/** What is needed to know of a model to prepare texts for it. */
export interface UnitModel {
  readonly knows: KnowsCharacter;
  /** @param enough where to stop counting; up to there, more than there are may be counted */
  countTokens(text: string, enough: number): number;
  /** Most tokens of one sentence. */
  readonly maxTokens: number;
}

const PLACEHOLDER_PATTERN = new RegExp(PLACEHOLDER_CLASS);
const AT_PLACEHOLDERS = new RegExp(`(${PLACEHOLDER_CLASS})`);

/** Translates a line and says which word came from which. */
export interface Aligner {
  /** Undefined when the model cannot say. */
  align(line: string): Promise<AlignedText | undefined>;
  /** Takes note of whether an alignment could be one. */
  note(isPlausible: boolean): void;
  /** What else says where words went. */
  readonly lexicon?: Lexicon;
}

const NO_TAGS: TagKinds = { all: new Set(), closes: new Map(), closing: new Set() };

/** The tags among the pieces of a text. */
export const tagKindsOf = (pieces: readonly CarriedPiece[]): TagKinds => {
  if (pieces.length === 0) return NO_TAGS;
  const all = pieces.flatMap((piece, index) => (isTag(piece) ? [placeholderOf(index)] : []));
  const closes = closingTags(all, (placeholder) => pieceOf(placeholder, pieces));
  return { all: new Set(all), closes, closing: new Set(closes.values()) };
};

/** Writes a translation as a template, with the blanks beside tags where the source has them. */
const writeTags = (
  translated: string,
  root: PlacedNode,
  source: TaggedText,
  kinds: TagKinds,
): string => withBlanksOf(source, writeNode(translated, root), kinds);

const writeNode = (translated: string, { node, start, end, children }: PlacedNode): string => {
  let written = node.open;
  let position = start;
  for (const child of children) {
    written += translated.slice(position, child.start) + writeNode(translated, child);
    position = child.end;
  }
  return written + translated.slice(position, end) + (node.close ?? '');
};

/**
 * A row of tags that the source has, too, gets its blanks: one inside a pair stays inside, and the
 * one that was put in to part two words goes again.
 */
const withBlanksOf = ({ clusters }: TaggedText, template: string, kinds: TagKinds): string => {
  let result = '';
  let position = 0;
  for (const cluster of clustersOf(template, kinds)) {
    const { start, end, tags } = cluster;
    result += template.slice(position, start);
    position = end;
    const own = clusters.get(tags);
    const takesBlanks = own && hasPlaceOf(own, cluster, template, kinds);
    result += takesBlanks ? own.text : template.slice(start, end);
  }
  return result + template.slice(position);
};

/** Whether a row of tags is between words, or at an end, as it is in the source. */
const hasPlaceOf = (
  own: ClusterInText,
  cluster: TagCluster,
  template: string,
  { closes, closing }: TagKinds,
): boolean => {
  const { isAtStart, isAtEnd } = edgesOf(cluster, template);
  if (isAtStart !== own.isAtStart || isAtEnd !== own.isAtEnd) return false;
  if (isAtStart || isAtEnd) return true;
  if (cluster.blanks === 0) return false;
  if (!own.isParted) return /\s/.test(own.text);
  const isHalf = closes.has(cluster.tags) || closing.has(cluster.tags);
  return (
    !isHalf ||
    endsUnspaced(template.slice(0, cluster.start)) ||
    startsUnspaced(template.slice(cluster.end, cluster.end + 2))
  );
};

/**
 * Translates a template without its tags, and puts these back by the words they stood at.
 *
 * @returns undefined where that cannot be done: there are no tags, half of a pair is elsewhere, the
 *   model has no alignment or lost a stand-in, or the tags would have to cross
 */
export const translateTagged = async (
  template: string,
  kinds: TagKinds,
  aligner: Aligner,
): Promise<string | undefined> => {
  const tagged = kinds.all.size === 0 ? undefined : takeTags(template, kinds);
  if (!tagged) return undefined;
  const { bare, root } = tagged;
  const { lexicon } = aligner;
  const lead = bare.length - bare.trimStart().length;
  // They are the same whatever stands in for the rest.
  let ownPhrases: Promise<PhraseTranslations> | undefined;
  for (const standIns of standInsFor(bare)) {
    const line = withStandIns(bare, standIns);
    const core = line.text.trim();
    const aligned = aligner.align(core);
    if (lexicon) ownPhrases ??= translatePhrases(bare, root, lexicon);
    const [answer, phrases] = await Promise.all([aligned, ownPhrases]);
    const output = answer?.text.trim() ?? '';
    if (!answer || output === '' || PLACEHOLDER_PATTERN.test(output)) return undefined;
    const back = takeStandIns(output, bare, standIns);
    if (!back) continue;
    const cut = answer.text.length - answer.text.trimStart().length;
    const translation = {
      text: bare.slice(0, lead) + back.text + bare.slice(bare.trimEnd().length),
      links: answer.links.map(({ source, target }) => ({
        source: mapRange(source, (offset) => line.offsets[offset + lead]),
        target: mapRange(target, (offset) => (back.offsets[offset - cut] ?? 0) + lead),
      })),
    };
    const translateBack = lexicon?.translateBack;
    const projection = projectTags(tagged, translation, { phrases, translateBack });
    aligner.note(
      projection.problem === undefined
        ? projection.isPlausible
        : projection.problem !== 'no alignment',
    );
    if (projection.problem !== undefined) return undefined;
    return writeTags(translation.text, projection.root, tagged, kinds);
  }
  return undefined;
};

const mapRange = ({ start, end }: Range, map: (offset: number) => number | undefined): Range => ({
  start: map(start) ?? 0,
  end: map(end) ?? 0,
});

/** How lines get to the model; without an aligner, tags travel like everything protected. */
export interface LineTranslator {
  /** Has the model translate one line; resolves to its answer, which may be empty. */
  translateLine(line: string): Promise<string>;
  readonly aligner?: Aligner;
  /** Whether a line stays as it is, such as the name of a person. */
  isKept?(line: string): boolean;
  /** A translation with words of a phrase book where the model guessed; both sides may hold placeholders. */
  withPhrases?(source: string, translation: string): Promise<string>;
}

/** What a paragraph is translated with. */
interface UnitContext {
  readonly lines: LineTranslator;
  readonly model: UnitModel;
  readonly pieces: readonly CarriedPiece[];
  readonly kinds: TagKinds;
}

const HAS_LETTER = /\p{L}/u;
const PARAGRAPH_BREAK = /((?<!\s)\s*(?:\n[^\S\n]*\n|\u2029)\s*)/;
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
  lines: LineTranslator,
): Promise<TranslatedUnit> => {
  const { template, pieces } = carryAround(unit.text, unit.protectedSpans, model.knows);
  const context = { lines, model, pieces, kinds: tagKindsOf(pieces) };
  const paragraphs = template.split(PARAGRAPH_BREAK);
  const translated = await Promise.all(paragraphs.map((part) => translateParagraph(part, context)));
  return putBack(translated.join(''), pieces);
};

/** A text on one line, and the breaks it had. */
interface FlatText {
  readonly text: string;
  readonly breaks: readonly LineBreak[];
}

interface LineBreak {
  /** The white space as it was. */
  readonly original: string;
  /** Where in the flat text, from 0 (start) to 1 (end). */
  readonly place: number;
}

// White space is looked for from its beginning only, which keeps long stretches of it linear.
const BREAK = /(?:(?<!\s)\s+)?[\n\r\v\f\u0085\u2028\u2029]\s*/g;

/**
 * Replaces line breaks within a text by blanks, or by nothing in a script without blanks: a line's
 * end is a sentence's end to the engine, but not to who wrapped the text.
 */
const flattenLines = (text: string): FlatText => {
  const places: { readonly original: string; readonly at: number }[] = [];
  let flat = '';
  let position = 0;
  for (const match of text.matchAll(BREAK)) {
    flat += text.slice(position, match.index);
    position = match.index + match[0].length;
    places.push({ original: match[0], at: flat.length });
    const isUnspaced = endsUnspaced(flat) && startsUnspaced(text.slice(position, position + 2));
    if (!isUnspaced) flat += ' ';
  }
  flat += text.slice(position);
  const breaks = places.map(({ original, at }) => ({ original, place: at / flat.length }));
  return { text: flat, breaks };
};

/**
 * Puts line breaks back, each in place of the blank nearest to where it was. A break for which no
 * blank is left is dropped.
 */
const restoreLines = (translated: string, breaks: readonly LineBreak[]): string => {
  if (breaks.length === 0) return translated;
  const blanks = [...translated.matchAll(/ /g)].map(({ index }) => index);
  let result = '';
  let position = 0;
  for (const { original, place } of breaks) {
    const wanted = place * translated.length;
    const free = blanks.filter((at) => at >= position);
    const nearest = free.reduce<number | undefined>(
      (best, at) =>
        best === undefined || Math.abs(at - wanted) < Math.abs(best - wanted) ? at : best,
      undefined,
    );
    if (nearest === undefined) break;
    result += translated.slice(position, nearest) + original;
    position = nearest + 1;
  }
  return result + translated.slice(position);
};

const translateParagraph = async (paragraph: string, context: UnitContext): Promise<string> => {
  if (!HAS_LETTER.test(paragraph)) return paragraph;
  const { lines, model, pieces } = context;
  const { start, end } = coreOf(paragraph, pieces);
  const flat = flattenLines(paragraph.slice(start, end));
  const chunks = cutLong(flat.text, (text) => countTemplateTokens(text, model), model.maxTokens);
  const translations = await Promise.all(
    chunks.map(async ({ text }) => {
      const translation = await translateTemplate(text, context);
      return lines.withPhrases ? lines.withPhrases(text, translation) : translation;
    }),
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
    (PLACEHOLDER_PATTERN.test(character) && !pieceOf(character, pieces).isProtected);
  let start = 0;
  let end = paragraph.length;
  while (start < end && isOutside(paragraph.charAt(start))) start += 1;
  while (end > start && isOutside(paragraph.charAt(end - 1))) end -= 1;
  return { start, end };
};

const countTemplateTokens = (template: string, model: UnitModel): number => {
  const standIns = template.match(PLACEHOLDER)?.length ?? 0;
  const text = standIns === 0 ? template : template.replace(PLACEHOLDER, ' ');
  const own = standIns * STAND_IN_TOKENS;
  return model.countTokens(text, Math.max(0, model.maxTokens - own)) + own;
};

const translateTemplate = async (
  template: string,
  { lines, kinds }: UnitContext,
): Promise<string> => {
  if (!HAS_LETTER.test(template)) return template;
  if (lines.isKept?.(template.replace(PLACEHOLDER, '').trim())) return template;
  if (template.search(PLACEHOLDER) < 0) return translateText(template, lines);
  const tagged = lines.aligner && (await translateTagged(template, kinds, lines.aligner));
  if (tagged !== undefined) return tagged;
  for (const standIns of standInsFor(template)) {
    const output = await translateText(withStandIns(template, standIns).text, lines);
    const restored = takeStandIns(output, template, standIns);
    if (restored) return restored.text;
  }
  const parts = await Promise.all(
    template
      .split(AT_PLACEHOLDERS)
      .map((part) => (HAS_LETTER.test(part) ? translateText(part, lines) : part)),
  );
  return parts.join('');
};

/** Blanks in a row within a line. */
const BLANKS = /(?<=\S) {2,}(?=\S)/g;

/** Translates what is between the blanks at both ends; an empty answer leaves it as it is. */
const translateText = async (text: string, lines: LineTranslator): Promise<string> => {
  const core = text.trim();
  const start = text.length - text.trimStart().length;
  // No private-use character of the model's own making may pass for a placeholder.
  const answer = (await lines.translateLine(core)).replace(PLACEHOLDER, '').trim();
  const output = core.search(BLANKS) < 0 ? answer.replace(BLANKS, ' ') : answer;
  return text.slice(0, start) + (output === '' ? core : output) + text.slice(start + core.length);
};
