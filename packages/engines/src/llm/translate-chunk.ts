import type {
  ProtectedSpan,
  RejectedTranslation,
  TranslatedUnit,
  TranslationUnit,
} from '@dragoman/core';
import { type Piece, pieceAt, putPiecesBack } from '../host/pieces.js';
import type { AskedText } from './prompts.js';
import type { Translations } from './read-translations.js';
import { RequestFailure } from './request-failure.js';

/** A unit of a batch with what is known of it. */
interface ChunkUnit {
  readonly text: string;
  readonly unit: TranslationUnit;
  readonly rejected: RejectedTranslation | undefined;
}

/** Asks the model for the translations of texts, with retries. */
type AskTranslations = (texts: readonly AskedText[]) => Promise<Translations>;

/** A unit as a model gets it. */
interface MarkedText {
  /** Every protected span is a mark, numbered from 1: `<x1/>`, or `<g1>` and `</g1>` for a pair. */
  readonly text: string;
  /** Puts the spans back into the model's translation. One whose mark is not there exactly once is lost. */
  read(translation: string): TranslatedUnit;
}

/** What looks like a mark, and may have been in the text before. */
const MARKS = /<(?:x\d{1,6} ?\/|\/?g\d{1,6})>/gu;

/** Writes the protected spans of a unit as numbered marks. */
export const markSpans = ({ text, protectedSpans }: TranslationUnit): MarkedText => {
  const pieces = new Map<string, Piece>();
  let marked = '';
  let position = 0;
  for (const range of rangesToMark(text, protectedSpans)) {
    const piece = pieceAt(
      text,
      range,
      protectedSpans,
      range.index === undefined ? [] : [range.index],
    );
    const mark = markOf(piece.span, pieces.size + 1);
    pieces.set(mark, piece);
    marked += text.slice(position, range.start) + mark;
    position = range.end;
  }
  marked += text.slice(position);
  return { text: marked, read: (translation) => readMarks(translation, pieces) };
};

interface MarkedRange {
  readonly start: number;
  readonly end: number;
  /** Of the protected span; undefined for text that only looks like a mark. */
  readonly index: number | undefined;
}

/** The protected spans, and what looks like a mark in between; in order. */
const rangesToMark = (text: string, spans: readonly ProtectedSpan[]): readonly MarkedRange[] => {
  const ranges = spans.map(({ start, end }, index): MarkedRange => ({ start, end, index }));
  const alike = [...text.matchAll(MARKS)].flatMap(({ 0: mark, index: start }): MarkedRange[] => {
    const end = start + mark.length;
    return spans.some((span) => span.start < end && start < span.end)
      ? []
      : [{ start, end, index: undefined }];
  });
  return [...ranges, ...alike].sort((one, two) => one.start - two.start);
};

/** Both tags of a pair have its number; pairs are numbered apart from everything else. */
const markOf = (span: ProtectedSpan | undefined, number: number): string => {
  if (span?.kind === 'open') return `<g${(span.pair ?? 0) + 1}>`;
  if (span?.kind === 'close') return `</g${(span.pair ?? 0) + 1}>`;
  return `<x${number}/>`;
};

const readMarks = (translation: string, pieces: ReadonlyMap<string, Piece>): TranslatedUnit => {
  const written = translation.replaceAll(MARKS, (mark) => mark.replace(' ', ''));
  const found: readonly string[] = written.match(MARKS) ?? [];
  const isNested = nestsProperly(found.filter((mark) => pieces.has(mark)));
  const isSound = (mark: string): boolean =>
    found.indexOf(mark) === found.lastIndexOf(mark) && (isNested || mark.startsWith('<x'));
  return putPiecesBack(written, MARKS, (mark) => {
    const piece = pieces.get(mark);
    return piece && (isSound(mark) ? piece : withoutSpans(piece));
  });
};

/** Its text where a mark was, but not as the protected span: the pipeline then knows that it is lost. */
const withoutSpans = (piece: Piece): Piece => ({ ...piece, spans: [] });

const nestsProperly = (marks: readonly string[]): boolean => {
  const open: string[] = [];
  for (const mark of marks) {
    if (mark.startsWith('<g')) open.push(mark);
    else if (mark.startsWith('</') && open.pop() !== mark.replace('</', '<')) return false;
  }
  return open.length === 0;
};

/**
 * Translates units in one call. Those that the answer lacks are asked for once more, and what does not
 * fit into one answer is asked for in halves. A unit that is still without a translation is blank.
 */
export const translateChunk = async (
  units: readonly ChunkUnit[],
  ask: AskTranslations,
): Promise<readonly TranslatedUnit[]> => {
  const marked = units.map(({ unit }) => markSpans(unit));
  const texts = units.map(({ unit: { terms }, rejected }, index) => ({
    text: marked[index]?.text ?? '',
    ...(terms && { terms }),
    rejected,
  }));
  const answers = await askInParts(texts, ask);
  const missing = texts.flatMap((_, index) => (answers.has(index) ? [] : [index]));
  const again =
    missing.length > 0
      ? await askInParts(
          missing.flatMap((index) => texts[index] ?? []),
          ask,
        )
      : new Map<number, string>();
  return marked.map(({ read }, index) =>
    read(answers.get(index) ?? again.get(missing.indexOf(index)) ?? ''),
  );
};

const askInParts = async (
  texts: readonly AskedText[],
  ask: AskTranslations,
): Promise<Translations> => {
  try {
    return await ask(texts);
  } catch (error) {
    if (!(error instanceof RequestFailure && error.kind === 'too_long')) throw error;
    // One text whose answer never ends has none.
    if (texts.length < 2) return new Map();
    const half = Math.ceil(texts.length / 2);
    const [first, second] = await Promise.all([
      askInParts(texts.slice(0, half), ask),
      askInParts(texts.slice(half), ask),
    ]);
    return new Map([
      ...first,
      ...[...second].map(([index, text]) => [index + half, text] as const),
    ]);
  }
};
