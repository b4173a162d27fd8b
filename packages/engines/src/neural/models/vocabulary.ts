const WORD_START = '\u2581';
const LONGEST_PIECE = 24;
// Characters without a shape of their own: joiners, variation selectors, soft hyphens.
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/** What a SentencePiece model tells of its language: which characters and how many tokens. */
export class Vocabulary {
  readonly pieceCount: number;
  readonly #pieces: ReadonlySet<string>;
  readonly #hasBytePieces: boolean;
  readonly #foldsCase: boolean;
  readonly #longestPiece: number;
  /** Answers given for single characters; bounded by Unicode. */
  readonly #knownByCharacter = new Map<string, boolean>();

  constructor(
    pieces: readonly string[],
    traits: { readonly hasBytePieces: boolean; readonly foldsCase: boolean },
  ) {
    this.pieceCount = pieces.length;
    this.#pieces = new Set(pieces);
    this.#hasBytePieces = traits.hasBytePieces;
    this.#foldsCase = traits.foldsCase;
    const longest = pieces.reduce((length, piece) => Math.max(length, piece.length), 1);
    this.#longestPiece = Math.min(LONGEST_PIECE, longest);
  }

  /** Whether the model has tokens for all of a character, accents and joiners included. */
  knows(character: string): boolean {
    const before = this.#knownByCharacter.get(character);
    if (before !== undefined) return before;
    const isKnown = [...this.#normalise(character)].every((part) => this.#knowsPart(part));
    if (this.#knownByCharacter.size < 100_000) this.#knownByCharacter.set(character, isKnown);
    return isKnown;
  }

  /**
   * About how many tokens a text has, the end of the sentence not counted: the longest piece that
   * fits is taken from left to right, which is seldom fewer than the engine makes of it.
   */
  estimateTokens(text: string): number {
    const marked = WORD_START + this.#normalise(text).trim().replaceAll(/\s+/g, WORD_START);
    let count = 0;
    for (let position = 0; position < marked.length; count++) {
      position += this.#longestMatch(marked, position);
    }
    return count;
  }

  #knowsPart(part: string): boolean {
    if (/\s/.test(part) || IGNORABLE.test(part)) return true;
    if (this.#pieces.has(part) || this.#pieces.has(WORD_START + part)) return true;
    return this.#hasBytePieces && WORD_CHARACTER.test(part);
  }

  #longestMatch(text: string, position: number): number {
    const limit = Math.min(this.#longestPiece, text.length - position);
    for (let length = limit; length > 1; length--) {
      if (this.#pieces.has(text.slice(position, position + length))) return length;
    }
    return 1;
  }

  /** SentencePiece normalises before it looks for pieces, by default with NFKC. */
  #normalise(text: string): string {
    const normalised = text.normalize('NFKC');
    return this.#foldsCase ? normalised.toLowerCase() : normalised;
  }
}
