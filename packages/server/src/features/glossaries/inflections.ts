import type { LanguagePair, LanguageTag } from '@dragoman/contract';
import { type Engine, inflectedTerms, type Logger, type Term } from '@dragoman/core';
import { untilAborted } from '../../platform/promises.js';

/** How long a dictionary may take; the request that needs the terms waits, until its own deadline. */
const TIME_LIMIT_MS = 5000;

/** Finds other forms of terms, such as plurals, in the languages whose dictionaries are installed. */
export interface Inflections {
  find(terms: readonly Term[], pair: LanguagePair): Promise<readonly Term[]>;
  /** Differs when other forms may be found for a pair than before. */
  revision(pair: LanguagePair): string;
}

interface InflectionsOptions {
  readonly timeLimitMs?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** An engine with dictionaries, or a dictionary alone. */
export type FormDictionary = Pick<Engine, 'findForms'> & Partial<Pick<Engine, 'pairs'>>;

/** A dictionary may take too long when it is first read; one that fails so often in a row is broken. */
const MAX_IN_A_ROW = 3;
/** A pair whose dictionaries are broken does without them for this long. */
const RETRY_AFTER_MS = 60_000;

/** What became of looking for the forms of a pair. */
interface PairFailures {
  /** How often forms may be found again that could not be before. */
  count: number;
  inARow: number;
  /** Since when it does without; undefined where it is asked. */
  brokenAtMs: number | undefined;
}

/**
 * Asks the first dictionary of a language. Terms can do without their other forms, so one that fails
 * is only logged, and asked again with the next use; where it keeps failing, a minute later.
 */
export const createInflections = (
  dictionaries: readonly FormDictionary[],
  log: Logger,
  { timeLimitMs = TIME_LIMIT_MS, now = () => performance.now() }: InflectionsOptions = {},
): Inflections => {
  const asked = dictionaries.filter(({ findForms }) => findForms !== undefined);
  let revision = 0;
  let installed: readonly unknown[] = [];
  const failuresByPair = new Map<string, PairFailures>();
  const failuresOf = ({ source, target }: LanguagePair): PairFailures => {
    const key = `${source} ${target}`;
    const known = failuresByPair.get(key) ?? { count: 0, inARow: 0, brokenAtMs: undefined };
    failuresByPair.set(key, known);
    if (known.brokenAtMs !== undefined && now() - known.brokenAtMs >= RETRY_AFTER_MS) {
      known.brokenAtMs = undefined;
      known.count += 1;
    }
    return known;
  };

  const formsOf = async (language: LanguageTag, phrases: readonly string[]) => {
    if (phrases.length === 0) return undefined;
    const signal = AbortSignal.timeout(timeLimitMs);
    for (const dictionary of asked) {
      // A dictionary that is read when it is first asked reads on for those who come later.
      const found = Promise.resolve(dictionary.findForms?.(language, phrases, { signal }));
      const forms = await untilAborted(found, signal);
      if (forms) return forms;
    }
    return undefined;
  };

  return {
    async find(terms, pair) {
      const failures = failuresOf(pair);
      const { count } = failures;
      if (failures.brokenAtMs !== undefined) return [];
      try {
        const sources = terms.map(({ source }) => source);
        const forms = (await formsOf(pair.source, sources)) ?? [];
        const isInflected = terms.map((_, index) => forms[index]?.inflections !== undefined);
        const inflected = terms.filter((_, index) => isInflected[index]);
        const targets = inflected.map(({ target }) => target);
        const known = {
          sources: forms.filter((_, index) => isInflected[index]),
          targets: await formsOf(pair.target, targets),
        };
        failures.inARow = 0;
        return inflectedTerms(inflected, known, pair.target);
      } catch (error) {
        log.warn(
          { err: error, ...pair },
          'the forms of the terms of a glossary could not be found',
        );
        // What was asked at the same time fails for the same reason.
        if (failures.count !== count) return [];
        failures.inARow += 1;
        if (failures.inARow >= MAX_IN_A_ROW) failures.brokenAtMs = now();
        else failures.count += 1;
        return [];
      }
    },
    revision(pair) {
      const found = asked.map((dictionary) => dictionary.pairs?.());
      const isSame = found.every((pairs, index) => pairs === installed[index]);
      if (!isSame) revision += 1;
      installed = found;
      return `${revision}.${failuresOf(pair).count}`;
    },
  };
};
