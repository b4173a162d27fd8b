// What the student engine offers to the rest of the product. The native addon and the WebAssembly
// module have the same behaviour: same translations, same results, same refusals.

/** The engine, compiled for this machine or for WebAssembly. */
export interface StudentEngine {
  /** `avx512vnni`, `avx2`, `x86-64`, `dotprod`, `aarch64` or `wasm`. */
  readonly instructionSet: string;
  /**
   * Opens a model. All threads share it.
   *
   * @throws Error with a sentence where a file is missing, damaged, or no model of this kind
   */
  openModel(files: ModelPaths): StudentModel;
  /** Starts threads that translate. */
  createTranslator(options: TranslatorOptions): StudentTranslator;
}

/** Where a model lies. */
export interface ModelPaths {
  readonly model: string;
  readonly shortlist?: string;
  /** Tokens of the target vocabulary that mean something. Default: 0 and 1. */
  readonly endToken?: number;
  readonly unknownToken?: number;
}

/** An open model. */
export interface StudentModel {
  readonly facts: ModelFacts;
  /** Lets go of it. Its memory is freed once the jobs that use it are done. */
  close(): void;
}

/** What a model file says. */
export interface ModelFacts {
  readonly sourceTokens: number;
  readonly targetTokens: number;
  readonly width: number;
  readonly encoderLayers: number;
  readonly decoderLayers: number;
  readonly hasShortlist: boolean;
  /** Whether the factors to round activations with come with it. */
  readonly hasInputFactors: boolean;
  /** Of its own, beside the mapped file. */
  readonly ownBytes: number;
}

export interface TranslatorOptions {
  readonly threadCount: number;
  /** How many hypotheses a thread works on at a time. */
  readonly rowsPerThread: number;
  /** Called in this JavaScript thread with whatever is done. */
  readonly onResults: (results: readonly JobResult[]) => void;
  /** Called when a thread has ended before its time; its jobs are lost. */
  readonly onFailure?: (error: Error) => void;
}

/** Threads that translate; jobs join the running batches at the next step. */
export interface StudentTranslator {
  /** @throws RangeError for a job whose tokens or numbers are out of range; it has no effect then */
  add(job: Job): void;
  /** Takes a job out at the next step; there will be no result. An unknown one is left alone. */
  drop(id: number): void;
  /** Ends the threads; what is not done is lost. */
  close(): void;
}

/** Largest number of tokens, source or target, in one job. */
export const MAX_JOB_TOKENS = 1024;

/** One sentence to be translated. */
export interface Job {
  /** A 32-bit number, not negative, that no job in flight has. */
  readonly id: number;
  readonly model: StudentModel;
  /** The sentence, with the token for the end as the last one. */
  readonly source: Int32Array;
  /** How many tokens the translation may have, with its end, after the prefix. */
  readonly maxTokens: number;
  /** 1 is a greedy search; at most 16. */
  readonly beamSize: number;
  /** How many translations are wanted, at most as many as the beam has. Default: 1. */
  readonly bestCount?: number;
  /** The power of the length by which scores are divided, to compare them. Default: 1. */
  readonly lengthPower?: number;
  /**
   * How much less probable than the best one, as a difference of logarithms, a beginning of a
   * translation may be and still be gone on with. Default: as improbable as it likes.
   */
  readonly scoreMargin?: number;
  /** What the translation begins with. */
  readonly prefix?: Int32Array;
  /** Whether the prefix is all there is: with the token for its end, it is only scored. */
  readonly isScoredOnly?: boolean;
  /** Whether the alignment is wanted. */
  readonly isAligned?: boolean;
  /** Whether scores are wanted; a greedy search is faster without. Others always have them. */
  readonly isScored?: boolean;
  /** How many of the most probable tokens are wanted for every place; at most 256. Default: 0. */
  readonly candidateCount?: number;
  /** Whether all tokens are looked at even where there is a shortlist. */
  readonly isWithoutShortlist?: boolean;
  /** Jobs of higher priority join first. Default: 0. */
  readonly priority?: number;
}

export interface JobResult {
  readonly id: number;
  /** Best first; never empty. */
  readonly translations: readonly JobTranslation[];
}

export interface JobTranslation {
  /** The prefix and what follows, with the token for the end unless the length ran out. */
  readonly tokens: Int32Array;
  /** Whether the last token is the end. */
  readonly isEnded: boolean;
  /** Logarithm of its probability; 0 where no scores were wanted. */
  readonly score: number;
  /** The same, divided by a power of the number of tokens. */
  readonly lengthScore: number;
  /** Logarithm of the probability of each token; empty where no scores were wanted. */
  readonly tokenScores: Float32Array;
  /**
   * How much each target token looks at each source token: a row for each target token, as wide as
   * the source. Empty where it was not wanted.
   */
  readonly alignment: Float32Array;
  /** For each place the most probable tokens, best first, `candidateCount` for each. */
  readonly candidates: Int32Array;
  /** Logarithms of their probabilities. */
  readonly candidateScores: Float32Array;
}
