import type { GemmPrecision } from './marian-file.js';

/** What can be chosen of the engine's settings. */
export interface DecodingOptions {
  readonly gemmPrecision: GemmPrecision;
  /** Tokens one native batch may hold, its padding included. */
  readonly miniBatchTokens: number;
  /** Longest translation, in tokens for each token of the longest source of a native batch. */
  readonly maxLengthFactor: number;
  /** Whether words can be asked where they come from. */
  readonly isAligned: boolean;
  /** How many translations the search keeps at every step: 1 is a greedy search. */
  readonly beamSize: number;
}

/** The engine cuts a line after this many tokens, anywhere. */
export const MAX_LINE_TOKENS = 128;

/**
 * The settings a model is loaded with, as YAML. They are those the models were made for; the
 * engine aborts when the longest possible translation exceeds a native batch.
 */
export const marianConfiguration = (options: DecodingOptions): string => {
  const longest = Math.ceil(MAX_LINE_TOKENS * options.maxLengthFactor);
  const settings = {
    'beam-size': options.beamSize,
    normalize: '1.0',
    'word-penalty': 0,
    'max-length-break': MAX_LINE_TOKENS,
    'mini-batch-words': Math.max(options.miniBatchTokens, longest),
    workspace: 128,
    'max-length-factor': options.maxLengthFactor.toFixed(2),
    // Without their costs, which a greedy search does not need, translations cannot be compared.
    'skip-cost': options.beamSize === 1,
    'cpu-threads': 0,
    quiet: true,
    'quiet-translation': true,
    'ssplit-mode': 'sentence',
    'gemm-precision': options.gemmPrecision,
    ...(options.isAligned && { alignment: 'soft' }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
};
