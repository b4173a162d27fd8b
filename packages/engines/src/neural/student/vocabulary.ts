/** The vocabulary of one side of a model: cuts texts into tokens, and puts them together again. */
export interface TextVocabulary {
  /** The token that ends a sentence. */
  readonly end: number;
  /** The token that stands for what no piece stands for. */
  readonly unknown: number;
  readonly size: number;
  /** The tokens of a text, as SentencePiece has them, without the end of the sentence. */
  encode(text: string): TextTokens;
  decode(tokens: Int32Array): TokenText;
  /** Gives its memory back; nothing else may be asked after it. */
  close(): void;
}

/** The tokens of a text, with where they come from in it, in UTF-16 code units. */
export interface TextTokens {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** The text of tokens. */
export interface TokenText {
  readonly text: string;
  /** How long the text is after each token, in UTF-16 code units. */
  readonly ends: Int32Array;
}

/** Reads a SentencePiece model. @throws Error with a sentence where it is damaged or of another kind */
export type OpenVocabulary = (bytes: Uint8Array) => TextVocabulary;

/** What the native addon has for vocabularies; see `native/student/vocabulary-addon.cc`. */
interface VocabularyAddon {
  openVocabulary(bytes: Uint8Array): object;
  /** Three numbers for each token: its own, its start and its end. */
  encodeText(vocabulary: object, text: string): Int32Array;
  decodeTokens(vocabulary: object, ids: Int32Array): TokenText;
  /** The end of a sentence, the unknown token, the size. */
  describeVocabulary(vocabulary: object): Int32Array;
}

/** What the WebAssembly module has for vocabularies; see `native/student/text-vocabulary.cc`. */
export interface VocabularyExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  engine_allocate(bytes: number): number;
  engine_release(pointer: number): void;
  vocabulary_open(bytes: number, length: number, problem: number): number;
  vocabulary_close(vocabulary: number): void;
  vocabulary_encode(vocabulary: number, text: number, length: number): number;
  vocabulary_decode(vocabulary: number, ids: number, count: number): number;
  vocabulary_numbers(vocabulary: number): number;
  vocabulary_text(vocabulary: number): number;
  vocabulary_end(vocabulary: number): number;
  vocabulary_unknown(vocabulary: number): number;
  vocabulary_size(vocabulary: number): number;
}

/** Vocabularies in native code. */
export const nativeVocabularies =
  (addon: VocabularyAddon): OpenVocabulary =>
  (bytes) => {
    const vocabulary = addon.openVocabulary(bytes);
    const [end = -1, unknown = -1, size = 0] = addon.describeVocabulary(vocabulary);
    return {
      end,
      unknown,
      size,
      encode: (text) => tokensOf(addon.encodeText(vocabulary, text)),
      decode: (tokens) => addon.decodeTokens(vocabulary, tokens),
      // Freed with the object that stands for it.
      close() {},
    };
  };

/** Vocabularies in WebAssembly. */
export const wasmVocabularies = (exports: VocabularyExports): OpenVocabulary => {
  const withCopy = <Result>(
    values: Uint8Array | Uint16Array | Int32Array,
    use: (pointer: number) => Result,
  ): Result => {
    const pointer = exports.engine_allocate(Math.max(1, values.byteLength));
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    new Uint8Array(exports.memory.buffer).set(bytes, pointer);
    try {
      return use(pointer);
    } finally {
      exports.engine_release(pointer);
    }
  };
  const numbersOf = (vocabulary: number, count: number): Int32Array => {
    const start = exports.vocabulary_numbers(vocabulary);
    return new Int32Array(exports.memory.buffer.slice(start, start + 4 * count));
  };
  return (bytes) => {
    const vocabulary = withCopy(bytes, (pointer) =>
      withCopy(new Int32Array(1), (problem) => {
        const opened = exports.vocabulary_open(pointer, bytes.length, problem);
        if (opened === 0) throw new Error(textAt(exports.memory.buffer, problem));
        return opened;
      }),
    );
    let isClosed = false;
    const whileOpen = (): void => {
      if (isClosed) throw new Error('the vocabulary is closed');
    };
    return {
      end: exports.vocabulary_end(vocabulary),
      unknown: exports.vocabulary_unknown(vocabulary),
      size: exports.vocabulary_size(vocabulary),
      encode: (text) =>
        withCopy(unitsOf(text), (pointer) => {
          whileOpen();
          const count = exports.vocabulary_encode(vocabulary, pointer, text.length);
          if (count < 0) throw new Error('the text is too long');
          return tokensOf(numbersOf(vocabulary, 3 * count));
        }),
      decode: (tokens) =>
        withCopy(tokens, (pointer) => {
          whileOpen();
          const units = exports.vocabulary_decode(vocabulary, pointer, tokens.length);
          if (units < 0) throw new Error('there is no such token, or the text is too long');
          const start = exports.vocabulary_text(vocabulary);
          const text = Buffer.from(exports.memory.buffer, start, 2 * units).toString('utf16le');
          return { text, ends: numbersOf(vocabulary, tokens.length) };
        }),
      close() {
        if (!isClosed) exports.vocabulary_close(vocabulary);
        isClosed = true;
      },
    };
  };
};

const tokensOf = (numbers: Int32Array): TextTokens => {
  const count = numbers.length / 3;
  const [ids, starts, ends] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  for (let token = 0; token < count; token++) {
    ids[token] = numbers[3 * token] as number;
    starts[token] = numbers[3 * token + 1] as number;
    ends[token] = numbers[3 * token + 2] as number;
  }
  return { ids, starts, ends };
};

const unitsOf = (text: string): Uint16Array => {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
};

/** The text that the pointer in memory leads to. */
const textAt = (buffer: ArrayBuffer, pointer: number): string => {
  const [start = 0] = new Uint32Array(buffer, pointer, 1);
  const bytes = new Uint8Array(buffer);
  return Buffer.from(bytes.subarray(start, bytes.indexOf(0, start))).toString('utf8');
};
