import { isSamePair, type LanguagePair, showPair } from '@dragoman/contract';
import type { ModelMetadata } from '@dragoman/engines/neural/metadata';
import { CatalogueError } from '../catalogue-error.js';
import { MODEL_LICENSE } from '../published-languages.js';
import { modelLanguage, readPair, type WantedModels } from '../wanted-models.js';
import type { FileType, ModelRecord } from './records.js';

/** Best first. */
export const ARCHITECTURES = ['base', 'base-memory', 'tiny'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** All files of one model, as the catalogue offers them. They must only be used together. */
export interface ModelSet {
  /** Name of the model's folder: `en-de-base-memory-3.0`. */
  readonly id: string;
  readonly pair: LanguagePair;
  readonly architecture: Architecture;
  readonly version: string;
  /** Whether it is for desktops; the other ones are small models made for phones. */
  readonly isForDesktop: boolean;
  readonly files: ReadonlyMap<FileType, ModelRecord>;
  readonly downloadBytes: number;
  readonly unpackedBytes: number;
}

export interface Catalogue {
  /** By pair, then best architecture first; one version of each. */
  readonly sets: readonly ModelSet[];
  /** One line for everything that was skipped, and why. */
  readonly leftOut: readonly string[];
}

const isArchitecture = (name: string): name is Architecture =>
  ARCHITECTURES.some((known) => known === name);

const sum = (records: readonly ModelRecord[], size: (record: ModelRecord) => number): number =>
  records.reduce((total, record) => total + size(record), 0);

const describe = (record: ModelRecord): string =>
  `${record.sourceLanguage}-${record.targetLanguage} ${record.architecture} ${record.version}`;

/** Why these records are not a complete model; undefined if they are. */
const faultOf = (records: readonly ModelRecord[]): string | undefined => {
  const has = (type: FileType) => records.some((record) => record.fileType === type);
  const types = new Set(records.map((record) => record.fileType));
  if (types.size < records.length) return 'it has two files of the same kind';
  if (new Set(records.map((record) => record.name)).size < records.length)
    return 'two of its files have the same name';
  if (!has('model')) return 'its model file is missing';
  const isSplit = has('srcvocab') && has('trgvocab');
  if (has('vocab') === isSplit || has('srcvocab') !== has('trgvocab'))
    return 'its vocabulary is missing or occurs twice';
  return has('lex') ? undefined : 'its shortlist is missing';
};

/** For whom a record is meant. `undefined` means that the expression is unknown. */
type Audience = 'everyone' | 'desktop' | 'android' | 'nightly' | undefined;

/**
 * The expressions that occur in the collection. They are written in JEXL; four fixed expressions do
 * not need an interpreter, and a person must look at a new one first.
 */
const AUDIENCES: ReadonlyMap<string, Audience> = new Map([
  ['', 'everyone'],
  ["env.appinfo.OS != 'Android'", 'desktop'],
  ["env.appinfo.OS == 'Android'", 'android'],
  ["env.channel == 'default' || env.channel == 'nightly'", 'nightly'],
]);

const normalised = (expression: string): string =>
  expression.trim().replaceAll('"', "'").replaceAll(/\s+/g, ' ');

/** For whom a `filter_expression` of Remote Settings selects the record. */
const audienceOf = (expression: string): Audience => AUDIENCES.get(normalised(expression));

/** The only major version of the format that is understood: zstd files, checksums of both forms. */
const SUPPORTED_MAJOR = 3;

const partsOf = (version: string): readonly number[] | undefined =>
  /^\d{1,6}(\.\d{1,6}){0,3}$/.test(version) ? version.split('.').map(Number) : undefined;

/** Whether files of this version can be used. Test versions such as `3.0a1` cannot. */
export const isSupportedVersion = (version: string): boolean =>
  partsOf(version)?.[0] === SUPPORTED_MAJOR;

/** Below zero when `left` is older, by number and not by letter: 3.9 comes before 3.10. */
export const compareVersions = (left: string, right: string): number => {
  const leftParts = partsOf(left) ?? [];
  const rightParts = partsOf(right) ?? [];
  for (let index = 0; index < Math.max(leftParts.length, rightParts.length); index += 1) {
    const difference = (leftParts[index] ?? 0) - (rightParts[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Why a record cannot be part of any model; undefined if it can. */
const recordFault = (record: ModelRecord): string | undefined => {
  if (!isSupportedVersion(record.version)) return `version ${record.version} is not supported`;
  if (!isArchitecture(record.architecture)) return 'its architecture is unknown';
  if (audienceOf(record.filter_expression) === undefined)
    return `its filter is unknown: ${record.filter_expression.slice(0, 120)}`;
  const unknown = [record.sourceLanguage, record.targetLanguage].find(
    (code) => !modelLanguage(code),
  );
  return unknown === undefined ? undefined : `the service does not know the language ${unknown}`;
};

const groupBy = <Item>(items: readonly Item[], key: (item: Item) => string) => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
};

const setOf = (records: readonly ModelRecord[], isForDesktop: boolean): ModelSet | undefined => {
  const [first] = records;
  const source = modelLanguage(first?.sourceLanguage ?? '');
  const target = modelLanguage(first?.targetLanguage ?? '');
  if (!first || !source || !target || !isArchitecture(first.architecture)) return undefined;
  const { architecture, version } = first;
  return {
    id: `${showPair({ source, target })}-${architecture}-${version}`,
    pair: { source, target },
    architecture,
    version,
    isForDesktop,
    files: new Map(records.map((record) => [record.fileType, record])),
    downloadBytes: sum(records, (record) => record.attachment.size),
    unpackedBytes: sum(records, (record) => record.decompressedSize),
  };
};

/** The complete models for one audience, and a line about each incomplete one. */
const wholeSets = (records: readonly ModelRecord[], audiences: readonly Audience[]) => {
  const seen = records.filter((record) => audiences.includes(audienceOf(record.filter_expression)));
  const sets: ModelSet[] = [];
  const leftOut: string[] = [];
  for (const group of groupBy(seen, describe)) {
    const fault = faultOf(group);
    if (fault !== undefined) leftOut.push(`${group[0] ? describe(group[0]) : ''}: ${fault}`);
    const set = fault === undefined ? setOf(group, audiences.includes('desktop')) : undefined;
    if (set) sets.push(set);
  }
  return { sets, leftOut };
};

const newestOfEach = (sets: readonly ModelSet[]): readonly ModelSet[] =>
  groupBy(sets, ({ pair, architecture }) => `${showPair(pair)} ${architecture}`).flatMap((group) =>
    group.toSorted((left, right) => compareVersions(right.version, left.version)).slice(0, 1),
  );

const inOrder = (left: ModelSet, right: ModelSet): number =>
  showPair(left.pair).localeCompare(showPair(right.pair), 'en') ||
  ARCHITECTURES.indexOf(left.architecture) - ARCHITECTURES.indexOf(right.architecture);

/**
 * Groups records to complete models, as on a desktop release. A model for phones is added only if
 * the desktop has a model of another architecture for that pair: it is then the small alternative.
 * Files are never mixed: the collection has several releases of a pair, and the newest files of
 * each kind may belong to different ones.
 */
export const modelSets = (records: readonly ModelRecord[]): Catalogue => {
  const usable = records.filter((record) => recordFault(record) === undefined);
  const faults = records.flatMap((record) => {
    const fault = recordFault(record);
    return fault === undefined ? [] : [`${describe(record)} ${record.name}: ${fault}`];
  });
  const desktop = wholeSets(usable, ['everyone', 'desktop']);
  const desktopSets = newestOfEach(desktop.sets);
  const hasBetter = (small: ModelSet): boolean =>
    desktopSets.some((set) => showPair(set.pair) === showPair(small.pair)) &&
    !desktopSets.some(
      (set) =>
        showPair(set.pair) === showPair(small.pair) && set.architecture === small.architecture,
    );
  const small = newestOfEach(
    wholeSets(usable, ['everyone', 'android']).sets.filter((set) =>
      [...set.files.values()].some((file) => audienceOf(file.filter_expression) === 'android'),
    ),
  ).filter(hasBetter);
  return {
    sets: [...desktopSets, ...small].toSorted(inOrder),
    leftOut: [...faults, ...desktop.leftOut],
  };
};

const ROLES = {
  model: 'model',
  lex: 'shortlist',
  vocab: 'vocabulary',
  srcvocab: 'sourceVocabulary',
  trgvocab: 'targetVocabulary',
} as const satisfies Record<FileType, keyof ModelMetadata['files']>;

/** The kind of a model of this architecture. */
export const modelTypeOf = (architecture: Architecture): ModelMetadata['modelType'] =>
  architecture === 'tiny' ? 'latency_optimized' : 'quality_optimized';

/** The `metadata.json` of a model from the catalogue. */
export const metadataOf = (set: ModelSet): unknown => ({
  formatVersion: 1,
  id: set.id,
  pairs: [set.pair],
  architecture: set.architecture,
  modelType: modelTypeOf(set.architecture),
  version: set.version,
  license: MODEL_LICENSE,
  origin: 'Remote Settings, translations-models-v2',
  files: Object.fromEntries(
    [...set.files].map(([type, record]) => [
      ROLES[type],
      { name: record.name, bytes: record.decompressedSize, sha256: record.decompressedHash },
    ]),
  ),
});

/** The catalogue's pairs with these languages, for the message about a missing pair. */
const near = (sets: readonly ModelSet[], { source, target }: LanguagePair): string => {
  const others = [...new Set(sets.map((set) => showPair(set.pair)))].filter((name) => {
    const pair = readPair(name);
    const languages = [source, target].filter((language) => language !== 'en');
    return pair && languages.some((code) => code === pair.source || code === pair.target);
  });
  if (others.length === 0) return ' Run `dragoman models available` to list all models.';
  const english =
    source !== 'en' && target !== 'en' ? ' Texts can be translated through English.' : '';
  return ` Available: ${others.join(', ')}.${english}`;
};

/** The models to download for a word of the command line. */
interface ChosenModels {
  readonly sets: readonly ModelSet[];
  /** Directions of a language that the catalogue does not have: `en-vi`. */
  readonly missing: readonly string[];
}

/**
 * The models for a language or pair: the best ones for a desktop, or those of the requested
 * architecture. Of a language, one direction is enough; if only one is wanted, the other one is
 * installed already.
 *
 * @throws CatalogueError `unknown` with the available alternatives
 */
export const chooseSets = (
  { sets }: Catalogue,
  { text, kind, directions }: WantedModels,
  architecture?: Architecture,
): ChosenModels => {
  const chosen: ModelSet[] = [];
  const missing: string[] = [];
  for (const direction of directions) {
    const offered = direction.find((pair) => sets.some((set) => isSamePair(set.pair, pair)));
    const [wanted] = direction;
    if (wanted && (offered || kind === 'pair')) {
      chosen.push(chooseOfPair(sets, offered ?? wanted, architecture));
    } else if (wanted) missing.push(showPair(wanted));
  }
  const isPartlyInstalled = kind === 'language' && directions.length === 1;
  if (chosen.length > 0 || isPartlyInstalled) return { sets: chosen, missing };
  throw new CatalogueError(
    'unknown',
    `The catalogue has no model for ${text}. Run \`dragoman models available\` to list all models.`,
  );
};

const chooseOfPair = (
  sets: readonly ModelSet[],
  pair: LanguagePair,
  architecture: Architecture | undefined,
): ModelSet => {
  const ofPair = sets.filter((set) => isSamePair(set.pair, pair));
  if (ofPair.length === 0) {
    throw new CatalogueError(
      'unknown',
      `The catalogue has no model ${showPair(pair)}.${near(sets, pair)}`,
    );
  }
  const chosen =
    architecture === undefined
      ? ofPair.find((set) => set.isForDesktop)
      : ofPair.find((set) => set.architecture === architecture);
  if (chosen) return chosen;
  const there = ofPair.map((set) => set.architecture).join(', ');
  throw new CatalogueError(
    'unknown',
    `The catalogue has no ${architecture} model for ${showPair(pair)}. Available: ${there}.`,
  );
};
