import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LanguagePair, LanguageTag } from '@dragoman/contract';
import { languagesOfCode, variantOfCode } from './language-aliases.js';

/** What the name of a mode says, such as `eng-spa` or `es-pt_BR`. */
export interface NamedMode {
  readonly name: string;
  readonly sources: readonly LanguageTag[];
  readonly targets: readonly LanguageTag[];
}

export const modesDirectory = (dataDirectory: string): string => join(dataDirectory, 'modes');

/** The names of the installed modes; none if the folder cannot be read. */
export const modeNames = async (directory: string): Promise<readonly string[]> =>
  (await readdir(directory).catch(() => []))
    .filter((file) => file.endsWith('.mode'))
    .map((file) => file.slice(0, -'.mode'.length));

/**
 * The pairs of the installed modes by their names alone: nothing is run, so some of them may turn
 * out to be broken.
 */
export const namedPairs = async (dataDirectory: string): Promise<readonly LanguagePair[]> =>
  (await modeNames(modesDirectory(dataDirectory))).map(readModeName).flatMap(pairsOf);

const MODE_NAME = /^([a-z]{2,3})-([a-z]{2,3})(?:_([A-Za-z0-9_]+))?$/;

// Packages rewritten for ISO 639-3 supersede those of two letters (`fra-spa`, `fr-es`).
export const newerNamesFirst = (left: string, right: string): number =>
  Number(MODE_NAME.exec(left)?.[1]?.length === 2) -
    Number(MODE_NAME.exec(right)?.[1]?.length === 2) || (left < right ? -1 : 1);

/** Reads the name of a mode; `reason` says why it has no pair of the service. */
export const readModeName = (name: string): NamedMode | { readonly reason: string } => {
  const match = MODE_NAME.exec(name);
  if (!match) return { reason: 'a variant the service has no language code for' };
  const [, source = '', target = '', variant] = match;
  const sources = languagesOfCode(source);
  if (sources.length === 0) return { reason: `no language of the service: ${source}` };
  const variantTag = variant === undefined ? undefined : variantOfCode(target, variant);
  if (variant !== undefined && variantTag === undefined) {
    return { reason: 'a variant the service has no language code for' };
  }
  const targets = variantTag === undefined ? languagesOfCode(target) : [variantTag];
  if (targets.length === 0) return { reason: `no language of the service: ${target}` };
  if (pairsOf({ sources, targets }).length === 0) {
    return { reason: 'both sides are the same language of the service' };
  }
  return { name, sources, targets };
};

/** Every source with every other target; none for a name without a pair. */
export const pairsOf = (
  mode: Pick<NamedMode, 'sources' | 'targets'> | { readonly reason: string },
): readonly LanguagePair[] =>
  'reason' in mode
    ? []
    : mode.sources.flatMap((source) =>
        mode.targets.filter((target) => target !== source).map((target) => ({ source, target })),
      );
