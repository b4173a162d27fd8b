import { message } from '../messages.js';
import { type Translation, type TranslationRequest, translate } from './api.js';
import { PageFailure } from './failures.js';

/** Texts up to this length are translated in one request, in UTF-16 code units. */
const MAX_WHOLE_LENGTH = 3000;
/** From these lengths on, a piece ends with a paragraph, with a line that ends a sentence, or with any line. */
const PARAGRAPH_END_CHARACTERS = 1000;
const SENTENCE_END_CHARACTERS = 2000;
const LINE_END_CHARACTERS = 8000;
/** In a request; in JSON, a UTF-16 code unit takes up to six of its 131,072 bytes. */
const MAX_PIECE_CHARACTERS = 20_000;
/** Keeps the server busy without a queue in front of what a visitor scrolls to. */
const AT_ONCE = 4;
/** Pieces that are not translated again while others change. */
const MAX_KEPT = 2000;
/** Between two looks at a translation that grows. */
const SHOW_EVERY_MS = 150;

/** As in packages/core/src/protection/markdown.ts. */
const FENCE = /^[ \t]{0,12}(`{3,}|~{3,})([^\n]*)/;
const SENTENCE_END = /[.!?…。！？:;"”»)]\s*$/u;
/** Where a line that is too long is cut; the first that it has. */
const LINE_CUTS = [/[.!?…]["”»)]*\s+|[。！？]/gu, /\s+/g];

/**
 * Cuts a long text into pieces of whole paragraphs, where there are any; put together, they are the
 * text. Blocks of code stay whole, and alone if they do not fit into a request.
 */
export const cutText = (text: string): readonly string[] => {
  if (text.length <= MAX_WHOLE_LENGTH) return [text];
  const pieces: string[] = [];
  let piece = '';
  const end = (): void => {
    if (piece !== '') pieces.push(piece);
    piece = '';
  };
  for (const block of blocksOf(text)) {
    if (piece.length + block.length > MAX_PIECE_CHARACTERS) end();
    piece += block;
    const { length } = piece;
    const isEnd =
      length >= LINE_END_CHARACTERS ||
      (length >= SENTENCE_END_CHARACTERS && SENTENCE_END.test(block)) ||
      (length >= PARAGRAPH_END_CHARACTERS && block.trim() === '');
    if (isEnd) end();
  }
  end();
  return pieces;
};

/** Blocks of code, and the lines between them; what no fence closes is no code. */
const blocksOf = (text: string): readonly string[] => {
  const blocks: string[] = [];
  let code: string[] = [];
  let openMark = '';
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? [];
    if (openMark !== '') {
      code.push(line);
      if (!mark.startsWith(openMark) || rest.trim() !== '') continue;
      blocks.push(code.join(''));
      code = [];
      openMark = '';
    } else if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) {
      code.push(line);
      openMark = mark;
    } else blocks.push(...cutLine(line));
  }
  return [...blocks, ...code.flatMap(cutLine)];
};

const cutLine = (line: string): readonly string[] => {
  const parts: string[] = [];
  let start = 0;
  while (line.length - start > LINE_END_CHARACTERS) {
    const end = start + cutOf(line.slice(start, start + LINE_END_CHARACTERS));
    parts.push(line.slice(start, end));
    start = end;
  }
  return [...parts, line.slice(start)];
};

/** How much of the beginning of a long line is the next part of it. */
const cutOf = (beginning: string): number => {
  for (const cuts of LINE_CUTS) {
    const last = [...beginning.matchAll(cuts)].at(-1);
    if (last) return last.index + last[0].length;
  }
  const isHighSurrogate = /[\ud800-\udbff]$/.test(beginning);
  return isHighSurrogate ? beginning.length - 1 : beginning.length;
};

/** Blanks, and code that does not fit into a request, stay as they are. */
const isTranslated = (piece: string): boolean =>
  piece.trim() !== '' && piece.length <= MAX_PIECE_CHARACTERS;

/** Shows a translation that is not complete; how much of the text it has, from 0 to 1. */
type ShowPart = (part: Translation, done: number) => void;

interface PieceOptions {
  readonly signal: AbortSignal;
  /** What is looked at begins here: it is translated first. */
  readonly visibleFrom: number;
  readonly showPart: ShowPart;
}

/** Translates texts of any length, long ones in pieces. */
interface PieceTranslator {
  /**
   * The source of a long text is that of the piece that is looked at. Pieces that are translated
   * stay so while others change or fail.
   *
   * @throws PageFailure; the signal's reason once it aborts
   */
  translate(request: TranslationRequest, options: PieceOptions): Promise<Translation>;
  /** Other translations are possible now. */
  forget(): void;
}

/** @param translateOne sends a request to the server */
export const createPieceTranslator = (
  translateOne: typeof translate = translate,
): PieceTranslator => {
  const kept = new Map<string, Translation>();
  const keyOf = ({ text, ...rest }: TranslationRequest) => `${JSON.stringify(rest)}\n${text}`;
  const keep = (key: string, translation: Translation) => {
    kept.delete(key);
    kept.set(key, translation);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  const translatePiece = async (request: TranslationRequest, signal: AbortSignal) => {
    const key = keyOf(request);
    const known = kept.get(key);
    const translation = known ?? (await translateOne(request, signal));
    keep(key, translation);
    return translation;
  };

  const translatePieces = async (
    pieces: readonly string[],
    request: TranslationRequest,
    { signal, visibleFrom, showPart }: PieceOptions,
  ): Promise<Translation> => {
    const done: (Translation | undefined)[] = pieces.map(() => undefined);
    const order = orderFrom(pieces, visibleFrom);
    if (order.length === 0) return join(pieces, done);
    let shownAtMs = Number.NEGATIVE_INFINITY;
    const show = (): void => {
      if (signal.aborted || performance.now() - shownAtMs < SHOW_EVERY_MS) return;
      shownAtMs = performance.now();
      const { length } = pieces.filter((_, index) => done[index]).join('');
      showPart(join(pieces, done), length / request.text.length);
    };
    const work = async (index: number, sourceCode: string | undefined) => {
      const piece = { ...request, text: pieces[index] ?? '', sourceCode };
      done[index] = await translatePiece(piece, signal);
    };
    const [first = 0, ...others] = order;
    await work(first, request.sourceCode);
    const sourceCode = done[first]?.sourceCode;
    // What is known is there at once, so that only the rest is seen to come.
    const missing = others.filter((index) => {
      done[index] = kept.get(keyOf({ ...request, text: pieces[index] ?? '', sourceCode }));
      return done[index] === undefined;
    });
    show();
    let hasFailed = false;
    const translateNext = async (): Promise<void> => {
      for (let index = missing.shift(); index !== undefined; index = missing.shift()) {
        if (hasFailed || signal.aborted) return;
        await work(index, sourceCode);
        show();
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, translateNext));
    } catch (error) {
      hasFailed = true;
      shownAtMs = Number.NEGATIVE_INFINITY;
      show();
      throw error;
    }
    signal.throwIfAborted();
    return join(pieces, done);
  };

  return {
    translate(request, options) {
      const pieces = cutText(request.text);
      return pieces.length === 1 && request.text.length <= MAX_PIECE_CHARACTERS
        ? translateOne(request, options.signal)
        : translatePieces(pieces, request, options);
    },
    forget: () => kept.clear(),
  };
};

/** The places of the pieces to translate, from the one that is looked at to the end, then from the beginning. */
const orderFrom = (pieces: readonly string[], visibleFrom: number): readonly number[] => {
  let end = 0;
  const ends = pieces.map(({ length }) => {
    end += length;
    return end;
  });
  const filled = [...pieces.keys()].filter((index) => isTranslated(pieces[index] ?? ''));
  const isBefore = (index: number) => (ends[index] ?? 0) <= visibleFrom;
  return [...filled.filter((index) => !isBefore(index)), ...filled.filter(isBefore)];
};

/** The translations put together; an ellipsis stands for a piece that is still to come. */
const join = (
  pieces: readonly string[],
  translations: readonly (Translation | undefined)[],
): Translation => {
  let text = '';
  let sourceStart = 0;
  const pairs: Translation['pairs'][number][] = [];
  for (const [index, piece] of pieces.entries()) {
    const translation = translations[index];
    const targetStart = text.length;
    for (const { source, target } of translation?.pairs ?? []) {
      pairs.push({ source: moved(source, sourceStart), target: moved(target, targetStart) });
    }
    text +=
      translation?.text ?? (isTranslated(piece) ? `…${/\s*$/.exec(piece)?.[0] ?? ''}` : piece);
    sourceStart += piece.length;
  }
  const [some] = translations.filter((translation) => translation !== undefined);
  return {
    text,
    pairs,
    sourceCode: some?.sourceCode ?? '',
    modelTypeUsed: some?.modelTypeUsed,
    looksLike: undefined,
    isUnsure: some?.isUnsure === true,
  };
};

const moved = ({ start, end }: { readonly start: number; readonly end: number }, by: number) => ({
  start: start + by,
  end: end + by,
});

/** What a text may be at most. */
export interface TextLimits {
  /** Of a text, in bytes of UTF-8; it is sent in pieces. */
  readonly maxBytes: number;
  /** Characters that a visitor may have translated per minute. */
  readonly maxCharacters: number;
}

/**
 * Checks a text before it is sent.
 *
 * @throws PageFailure for one that the server would not take at any time
 */
export const requireWithin = (
  request: { readonly text: string },
  { maxBytes, maxCharacters }: TextLimits,
): void => {
  if (new TextEncoder().encode(request.text).length > maxBytes) {
    throw new PageFailure('too-large');
  }
  if ([...request.text].length > maxCharacters) {
    throw new PageFailure('refused', message('failBeyondLimit', { limit: maxCharacters }));
  }
};
