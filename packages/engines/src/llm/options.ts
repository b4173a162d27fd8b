import { baseOf, findLanguage, findTarget, type LanguagePair, toTag } from '@dragoman/contract';

/** How the model gives its answers back; `auto` tries both at start, the first one first. */
export type AnswerFormat = 'auto' | 'json_schema' | 'delimiters';

/** What has to be known of a model and its server. */
export interface LanguageModelSettings {
  /** Names the engine: `llm-` and this. */
  readonly name: string;
  /** Base address of the server's API, such as `http://127.0.0.1:11434/v1`. */
  readonly address: string;
  /** The model's name on that server. */
  readonly model: string;
  /** Sent as a bearer token. */
  readonly key?: string | undefined;
  /** Base languages; the target may be a variant that is written in another script: `zh-Hant`. */
  readonly pairs: readonly LanguagePair[];
}

/** The limits of an engine, and what it sends. */
export interface LanguageModelOptions {
  /** Most calls at the same time. */
  readonly maxConcurrency: number;
  /** Most source tokens in one call, estimated. A longer unit goes by itself. */
  readonly maxBatchTokens: number;
  /** Most time for a batch from its first call on, with retries; after that, the next engine gets it. */
  readonly timeoutMs: number;
  /** Most time without a single token. */
  readonly silenceTimeoutMs: number;
  /** Calls for the same units, the first one included. */
  readonly maxAttempts: number;
  /** Pause before the second call; each further one is twice as long. */
  readonly backoffMs: number;
  /** Calls that must fail one after the other for the engine to give the server a rest. */
  readonly failuresToOpen: number;
  /** How often a server that does not work is tried. */
  readonly recoveryMs: number;
  /** Longest time that the start waits for the server. */
  readonly startTimeoutMs: number;
  readonly answerFormat: AnswerFormat;
  /** Further members of a request's body; null removes one that is sent otherwise. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Headers of each call, in addition to those that it needs. */
  readonly callHeaders: () => Readonly<Record<string, string>>;
  /** How long running batches may take when the engine is stopped. */
  readonly stopGraceMs: number;
}

export const DEFAULT_LANGUAGE_MODEL_OPTIONS: LanguageModelOptions = {
  maxConcurrency: 4,
  maxBatchTokens: 500,
  timeoutMs: 20_000,
  silenceTimeoutMs: 10_000,
  maxAttempts: 3,
  backoffMs: 300,
  failuresToOpen: 5,
  recoveryMs: 5_000,
  startTimeoutMs: 5_000,
  answerFormat: 'auto',
  parameters: {},
  callHeaders: () => ({}),
  stopGraceMs: 5_000,
};

/**
 * The pairs of a model: every one among some languages, and further ones.
 *
 * @param languages codes in any case, also of variants, which are targets only
 * @param pairs sources and targets, as codes in any case
 */
export const pairsOf = (
  languages: readonly string[],
  pairs: readonly (readonly [source: string, target: string])[],
): readonly LanguagePair[] => {
  const all = [
    ...languages.flatMap((source) => languages.map((target) => [source, target] as const)),
    ...pairs,
  ];
  const found = new Map<string, LanguagePair>();
  for (const [from, to] of all) {
    const source = baseOf(from.toLowerCase());
    const target = targetTag(to);
    if (source !== baseOf(target)) found.set(`${source}>${target}`, { source, target });
  }
  return [...found.values()];
};

/** A variant that only differs in region is written by the pair of its base language. */
const targetTag = (code: string): string => {
  if (findLanguage(code)) return code.toLowerCase();
  const variant = findTarget(code)?.variant;
  return variant && !variant.sharesBaseModel ? toTag(variant.code) : baseOf(code.toLowerCase());
};
