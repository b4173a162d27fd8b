import { execFile } from 'node:child_process';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type LanguageTag, showPair } from '@dragoman/contract';
import { KNOWN_DEFECTS } from './known-defects.js';
import {
  modeNames,
  modesDirectory,
  type NamedMode,
  newerNamesFirst,
  pairsOf,
  readModeName,
} from './mode-names.js';

/** A translation direction Apertium has installed, ready to run. */
export interface Mode {
  /** Apertium's own name, such as `eng-spa` or `es-pt_BR`. */
  readonly name: string;
  readonly sources: readonly LanguageTag[];
  readonly targets: readonly LanguageTag[];
  /** For `bash -c`: `$1` is the generator's mark option, `$2` the tagger's. */
  readonly script: string;
  /** Size of all files it loads, which its memory grows with. */
  readonly dataBytes: number;
}

/** What became of one installed mode file, for an operator to read. */
export interface ModeReport {
  readonly mode: string;
  readonly status: 'served' | 'repaired' | 'left_out';
  /** Such as `en-es`; empty for a mode of no language pair of the service. */
  readonly pairs: readonly string[];
  /** Why it is repaired or left out; empty for one served as it is. */
  readonly reason: string;
  /** Whether something is wrong with it, rather than being outside the service's languages. */
  readonly isBroken: boolean;
}

export interface ModeScan {
  readonly modes: readonly Mode[];
  readonly reports: readonly ModeReport[];
  /** Why nothing can be served at all, undefined where something can. */
  readonly problem: string | undefined;
}

interface ModeScanOptions {
  readonly dataDirectory: string;
  /** Where to look for Apertium's programs, as in `PATH`. */
  readonly programPath: string;
}

interface PreparedMode {
  readonly report: ModeReport;
  /** Undefined where it is left out. */
  readonly mode?: Mode;
}

/** Finds, repairs and checks every installed mode. Never throws; runs no pipeline. */
export const scanModes = async (options: ModeScanOptions): Promise<ModeScan> => {
  const directory = modesDirectory(options.dataDirectory);
  const names = (await modeNames(directory)).toSorted(newerNamesFirst);
  if (names.length === 0) {
    const problem = `No Apertium language pairs are installed: there are no modes in ${directory}.`;
    return { modes: [], reports: [], problem };
  }

  const plans = names.map(planMode);
  const scripts = await nullFlushScripts(
    plans.flatMap((plan) => ('report' in plan ? [] : [join(directory, `${plan.name}.mode`)])),
    options.programPath,
  );
  let scanned = 0;
  const prepared = await Promise.all(
    plans.map((plan) => ('report' in plan ? plan : prepareMode(plan, scripts(scanned++)))),
  );
  const takenPairs = new Set<string>();
  const results = prepared.map((result): PreparedMode => {
    const { report } = result;
    if (report.pairs.some((pair) => takenPairs.has(pair))) {
      return leftOut(report.mode, 'another installed mode serves the same pair');
    }
    for (const pair of report.pairs) takenPairs.add(pair);
    return result;
  });
  const reports = results.map((result) => result.report);
  const modes = results.flatMap((result) => result.mode ?? []);
  const problem =
    modes.length === 0 ? 'None of the installed Apertium language pairs can be served.' : undefined;
  return { modes, reports, problem };
};

const leftOut = (mode: string, reason: string, isBroken = false): PreparedMode => ({
  report: { mode, status: 'left_out', pairs: [], reason, isBroken },
});

const planMode = (name: string): NamedMode | PreparedMode => {
  const read = readModeName(name);
  return 'reason' in read ? leftOut(name, read.reason) : read;
};

/** A mode's script after repair: fit to run, or the reason why not. */
interface RepairedScript {
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
const pathsOfScript = (script: string): readonly string[] => [
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

const prepareMode = async (named: NamedMode, generated: GeneratedScript): Promise<PreparedMode> => {
  if ('problem' in generated) return leftOut(named.name, generated.problem, true);
  const repaired = await repairScript(named.name, generated.script);
  if (repaired.unusable !== undefined) return leftOut(named.name, repaired.unusable, true);
  const sizes = await Promise.all(pathsOfScript(repaired.script).map(sizeOfFile));
  const isRepaired = repaired.repairs.length > 0;
  return {
    mode: {
      ...named,
      script: repaired.script,
      dataBytes: sizes.reduce((sum, size) => sum + size, 0),
    },
    report: {
      mode: named.name,
      status: isRepaired ? 'repaired' : 'served',
      pairs: pairsOf(named).map(showPair),
      reason: repaired.repairs.join('; '),
      isBroken: isRepaired,
    },
  };
};

type GeneratedScript = { readonly script: string } | { readonly problem: string };

const runProgram = promisify(execFile);

/** For all modes together; a program that is stopped by it has answered for the modes before. */
const SCAN_TIMEOUT_MS = 30_000;
const MAX_SCRIPT_BYTES = 64 * 1024;

/** Writes each script and its exit code, both ended by NUL. */
const WRITE_SCRIPTS = `for mode in "$@"; do
  test -f "$mode" && apertium-wblank-mode -z "$mode"
  printf '\\0%d\\0' $?
done`;

/** What a shell answers where a program is not found. */
const NOT_FOUND = '127';

/**
 * Each mode as a pipeline of programs that flush at every NUL and keep word-bound blanks on their
 * words. Apertium's own tool writes it; a shell runs it for all modes, because each process that Node
 * itself starts takes longer than the tool.
 *
 * @returns the script of the mode at an index
 */
const nullFlushScripts = async (
  files: readonly string[],
  programPath: string,
): Promise<(index: number) => GeneratedScript> => {
  const missing = { problem: 'the program apertium-wblank-mode is missing (package apertium)' };
  const output = await runProgram(
    'bash',
    ['--noprofile', '--norc', '-c', WRITE_SCRIPTS, 'apertium', ...files],
    {
      env: { PATH: programPath, LC_ALL: 'C.UTF-8' },
      timeout: SCAN_TIMEOUT_MS,
      maxBuffer: files.length * MAX_SCRIPT_BYTES,
    },
  ).catch((error: Error & { stdout?: string }) => error);
  const fields = output.stdout ? output.stdout.split('\0') : undefined;
  return (index) => {
    if (fields === undefined || fields[2 * index + 1] === NOT_FOUND) return missing;
    const [script = '', code] = fields.slice(2 * index, 2 * index + 2);
    if (code !== '0') return { problem: 'apertium-wblank-mode cannot read its mode file' };
    return script.trim() === '' ? { problem: 'its mode file is empty' } : { script: script.trim() };
  };
};

const sizeOfFile = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.size ?? 0;
