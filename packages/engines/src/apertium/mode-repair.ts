import { access } from 'node:fs/promises';
import { KNOWN_DEFECTS } from './known-defects.js';

/** A mode's script after repair: fit to run, or the reason why not. */
export interface RepairedScript {
  readonly script: string;
  /** What was repaired; empty where nothing had to be. */
  readonly repairs: readonly string[];
  /** Why it cannot be run, undefined where it can. */
  readonly unusable: string | undefined;
}

/**
 * Repairs what is known or found to be broken in a mode's script, in memory: the installed files stay
 * as they are.
 */
export const repairScript = async (mode: string, script: string): Promise<RepairedScript> => {
  const defect = KNOWN_DEFECTS.find((row) => row.modes.test(mode));
  if (defect && !defect.repair) return { script, repairs: [], unusable: defect.reason };
  const repairs: string[] = [];
  let repaired = script;
  if (defect?.repair) {
    repaired = defect.repair(script);
    if (repaired !== script) repairs.push(defect.reason);
  }
  const missing = await missingPaths(repaired);
  if (missing.length === 0) return { script: repaired, repairs, unusable: undefined };

  const renamed = swapFolderNames(repaired, missing);
  const stillMissing = renamed === repaired ? missing : await missingPaths(renamed);
  if (stillMissing.length > 0) {
    const [first] = stillMissing;
    const others = stillMissing.length > 1 ? ` and ${stillMissing.length - 1} more` : '';
    return { script: repaired, repairs, unusable: `missing file ${first}${others}` };
  }
  repairs.push('its mode file names the wrong folder');
  return { script: renamed, repairs, unusable: undefined };
};

/** The files a script reads, each once: everything absolute in single quotes. */
export const pathsOfScript = (script: string): readonly string[] => [
  ...new Set([...script.matchAll(/'(\/[^']+)'/g)].map((match) => match[1] ?? '')),
];

const missingPaths = async (script: string): Promise<readonly string[]> => {
  const paths = pathsOfScript(script);
  const exist = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, index) => !exist[index]);
};

// `apertium-eo-ca` for the folder `apertium-ca-eo`: some packages were renamed, but not their modes.
const swapFolderNames = (script: string, missing: readonly string[]): string => {
  let swapped = script;
  for (const path of missing) {
    const renamed = path.replace(/\/apertium-([a-z]+)-([a-z]+)\//, '/apertium-$2-$1/');
    swapped = swapped.replaceAll(`'${path}'`, `'${renamed}'`);
  }
  return swapped;
};
