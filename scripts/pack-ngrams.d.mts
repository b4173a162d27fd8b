/** What the n-grams of eld are packed into; see `packages/core/src/detection/ngrams.ts`. */
export declare const packNgrams: () => Promise<{
  readonly languages: readonly string[];
  readonly unused: readonly number[];
  readonly bytes: Buffer;
}>;
