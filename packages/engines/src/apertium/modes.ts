import { access, constants, readFile, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type LanguageTag, showPair } from '@dragoman/contract';
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
  /** Its programs as the mode file names them, repaired. */
  readonly pipeline: string;
  /**
   * For `bash -c`: `$1` is the generator's mark option, `$2` the tagger's, `$3` what each program is
   * started by.
   */
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

  const hasTool = await isProgram(NULL_FLUSH_TOOL, options.programPath);
  const prepared = await Promise.all(
    names.map((name): PreparedMode | Promise<PreparedMode> => {
      const plan = planMode(name);
      if ('report' in plan) return plan;
      return hasTool
        ? prepareMode(plan, join(directory, `${name}.mode`))
        : leftOut(name, `the program ${NULL_FLUSH_TOOL} is missing (package apertium)`, true);
    }),
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

/** A mode's pipeline after repair: fit to run, or the reason why not. */
interface RepairedPipeline {
  readonly pipeline: string;
  /** What was repaired; empty where nothing had to be. */
  readonly repairs: readonly string[];
  /** Why it cannot be run, undefined where it can. */
  readonly unusable: string | undefined;
}

/** A packaged mode known to be broken where its name says nothing of it. */
interface KnownDefect {
  readonly modes: RegExp;
  readonly reason: string;
  /** Rewrites the mode's pipeline; left out where the mode cannot be saved. */
  readonly repair?: (pipeline: string) => string;
}

/** Defects found in the packages of Debian 12 by translating test sets with every mode. */
const KNOWN_DEFECTS: readonly KnownDefect[] = [
  {
    modes: /^(?:rus-ukr|ukr-rus|rus-bel|bel-rus)$/,
    reason:
      'its tagger aborts on ordinary words; the constraint grammar alone picks the readings instead',
    repair: (pipeline) =>
      pipeline.replace(
        /cg-proc -w ('[^']*\.rlx\.bin')\s*\|\s*apertium-tagger -g \$2 '[^']*'/,
        'cg-proc -w -n -1 $1',
      ),
  },
  {
    modes: /^hbs(?:_[A-Za-z]+)?-mkd$/,
    reason: 'its transfer rules lose sentences or never answer',
  },
  {
    modes: /^eng-hbs(?:_[A-Za-z]+)?$/,
    reason: 'half of the words come out untranslated or as bare lemmas',
  },
];

/**
 * Repairs what is known or found to be broken in a mode's pipeline, in memory: the installed files
 * stay as they are.
 */
export const repairPipeline = async (mode: string, pipeline: string): Promise<RepairedPipeline> => {
  const defect = KNOWN_DEFECTS.find((row) => row.modes.test(mode));
  if (defect && !defect.repair) return { pipeline, repairs: [], unusable: defect.reason };
  const repairs: string[] = [];
  let repaired = pipeline;
  if (defect?.repair) {
    repaired = defect.repair(pipeline);
    if (repaired !== pipeline) repairs.push(defect.reason);
  }
  const missing = await missingPaths(repaired);
  if (missing.length === 0) return { pipeline: repaired, repairs, unusable: undefined };

  const renamed = swapFolderNames(repaired, missing);
  const stillMissing = renamed === repaired ? missing : await missingPaths(renamed);
  if (stillMissing.length > 0) {
    const [first] = stillMissing;
    const others = stillMissing.length > 1 ? ` and ${stillMissing.length - 1} more` : '';
    return { pipeline: repaired, repairs, unusable: `missing file ${first}${others}` };
  }
  repairs.push('its mode file names the wrong folder');
  return { pipeline: renamed, repairs, unusable: undefined };
};

/** The files a pipeline reads, each once: everything absolute in single quotes. */
const pathsOfPipeline = (pipeline: string): readonly string[] => [
  ...new Set([...pipeline.matchAll(/'(\/[^']+)'/g)].map((match) => match[1] ?? '')),
];

const missingPaths = async (pipeline: string): Promise<readonly string[]> => {
  const paths = pathsOfPipeline(pipeline);
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
const swapFolderNames = (pipeline: string, missing: readonly string[]): string => {
  let swapped = pipeline;
  for (const path of missing) {
    const renamed = path.replace(/\/apertium-([a-z]+)-([a-z]+)\//, '/apertium-$2-$1/');
    swapped = swapped.replaceAll(`'${path}'`, `'${renamed}'`);
  }
  return swapped;
};

const prepareMode = async (named: NamedMode, file: string): Promise<PreparedMode> => {
  const installed = (await readFile(file, 'utf8').catch(() => undefined))?.trim();
  if (!installed) {
    const problem = installed === '' ? 'its mode file is empty' : 'its mode file cannot be read';
    return leftOut(named.name, problem, true);
  }
  const { pipeline, repairs, unusable } = await repairPipeline(named.name, installed);
  if (unusable !== undefined) return leftOut(named.name, unusable, true);
  const sizes = await Promise.all(pathsOfPipeline(pipeline).map(sizeOfFile));
  const isRepaired = repairs.length > 0;
  return {
    mode: {
      ...named,
      pipeline,
      script: nullFlushScript(pipeline),
      dataBytes: sizes.reduce((sum, size) => sum + size, 0),
    },
    report: {
      mode: named.name,
      status: isRepaired ? 'repaired' : 'served',
      pairs: pairsOf(named).map(showPair),
      reason: repairs.join('; '),
      isBroken: isRepaired,
    },
  };
};

/** Apertium's own tool that makes a pipeline flush at every NUL and keep word-bound blanks on their words. */
const NULL_FLUSH_TOOL = 'apertium-wblank-mode';

/**
 * The tool runs when the pipeline is started: for all modes together it takes longer than everything
 * else that a server does until it listens.
 */
const nullFlushScript = (pipeline: string): string =>
  `programs="$(${NULL_FLUSH_TOOL} -z <<< ${inQuotes(pipeline)})"; eval "$3 \${programs// | / | $3 }"`;

/** A text as one word of a shell's command. */
const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Whether a program is in one of the folders of a `PATH`. */
const isProgram = async (name: string, programPath: string): Promise<boolean> => {
  for (const folder of programPath.split(delimiter)) {
    const isThere = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
};

const sizeOfFile = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.size ?? 0;
