import { PIECE_TYPE, type VocabularyFile } from '../models/files/vocabulary-file.js';

const WORD_START = '\u2581';
// As in SentencePiece: an unknown character is less likely than the least likely piece.
const UNKNOWN_PENALTY = 10;
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** Cuts texts into the tokens of a vocabulary, and puts them together again. */
export interface Tokenizer {
  readonly end: number;
  readonly unknown: number;
  /** The most probable tokens of a text, without the end of the sentence. */
  encode(text: string): readonly number[];
  decode(tokens: readonly number[]): string;
  /** Whether a token begins a word that stands after a space. */
  startsWord(token: number): boolean;
  /** Whether a token is in a script whose words stand next to each other without spaces. */
  isSpaceless(token: number): boolean;
  /** Whether a token is an apostrophe or hyphen inside a word. */
  isJoiner(token: number): boolean;
  /** Whether a token is more than punctuation or part of a character. */
  hasLetters(token: number): boolean;
}

/**
 * Segmentation with a unigram model by the Viterbi algorithm (Kudo 2018, "Subword Regularization").
 * White space becomes one blank, and the rest is brought to NFKC, which is nearly what SentencePiece
 * does with its own tables.
 *
 * @throws Error where the vocabulary has no end of the sentence
 */
export const createTokenizer = ({ pieces, foldsCase }: VocabularyFile): Tokenizer => {
  const find = (matches: (piece: (typeof pieces)[number]) => boolean): number =>
    pieces.findIndex(matches);
  const end = find(({ text }) => text === '</s>');
  const unknown = find(({ type }) => type === PIECE_TYPE.unknown);
  if (end < 0 || unknown < 0) throw new Error('the vocabulary has no end of the sentence');
  const isText = (type: number): boolean =>
    type === PIECE_TYPE.normal || type === PIECE_TYPE.userDefined;
  const tokens = new Map<string, number>();
  let [longest, leastScore] = [1, 0];
  for (const [token, { text, score, type }] of pieces.entries()) {
    if (!isText(type)) continue;
    tokens.set(text, token);
    longest = Math.max(longest, text.length);
    leastScore = Math.min(leastScore, score);
  }
  const bytes = new Map(
    pieces.flatMap(({ text, type }, token): [number, number][] =>
      type === PIECE_TYPE.byte ? [[Number(text.slice(1, -1)), token]] : [],
    ),
  );
  const unknownScore = leastScore - UNKNOWN_PENALTY;
  const textOf = (token: number): string => pieces[token]?.text ?? '';

  /** A character that no piece has: its bytes, where there are pieces for those. */
  const spell = (character: string): readonly number[] => {
    const spelled = [...Buffer.from(character)].map((byte) => bytes.get(byte) ?? unknown);
    return spelled.includes(unknown) ? [unknown] : spelled;
  };

  return {
    end,
    unknown,
    startsWord: (token) => textOf(token).startsWith(WORD_START),
    isSpaceless: (token) => SPACELESS.test(textOf(token)),
    isJoiner: (token) => /^['’·-]$/u.test(textOf(token)),
    hasLetters: (token) => isText(pieces[token]?.type ?? 0) && /[\p{L}\p{N}]/u.test(textOf(token)),
    encode: (text) => {
      const normalised = foldsCase ? text.normalize('NFKC').toLowerCase() : text.normalize('NFKC');
      const trimmed = normalised.trim();
      if (trimmed === '') return [];
      const marked = WORD_START + trimmed.replaceAll(/\s+/g, WORD_START);
      // The best way to every position: its score, and where its last token begins.
      const best = Array.from({ length: marked.length + 1 }, () => ({
        score: Number.NEGATIVE_INFINITY,
        start: 0,
        token: unknown,
      }));
      best[0] = { score: 0, start: 0, token: unknown };
      for (let start = 0; start < marked.length; start++) {
        const { score } = best[start] as (typeof best)[number];
        const reach = (stop: number, token: number, gain: number): void => {
          if (score + gain > (best[stop]?.score ?? Number.POSITIVE_INFINITY)) {
            best[stop] = { score: score + gain, start, token };
          }
        };
        const characterLength = (marked.codePointAt(start) ?? 0) > 0xff_ff ? 2 : 1;
        reach(start + characterLength, unknown, unknownScore);
        for (let length = 1; length <= longest && start + length <= marked.length; length++) {
          const token = tokens.get(marked.slice(start, start + length));
          if (token !== undefined) reach(start + length, token, pieces[token]?.score ?? 0);
        }
      }
      const found: number[][] = [];
      for (let stop = marked.length; stop > 0; ) {
        const { start, token } = best[stop] as (typeof best)[number];
        found.push(token === unknown ? [...spell(marked.slice(start, stop))] : [token]);
        stop = start;
      }
      const sequence = found.reverse().flat();
      return sequence.filter((token, at) => token !== unknown || sequence[at - 1] !== unknown);
    },
    decode: (sequence) => {
      const parts = sequence.map((token) => {
        const { text = '', type = 0 } = pieces[token] ?? {};
        if (type === PIECE_TYPE.byte) return Buffer.from([Number(text.slice(1, -1))]);
        return Buffer.from(isText(type) ? text : '');
      });
      return Buffer.concat(parts).toString('utf8').replaceAll(WORD_START, ' ').trim();
    },
  };
};
