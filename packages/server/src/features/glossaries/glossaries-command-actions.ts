import { extname } from 'node:path';
import {
  DICTIONARY_PAIR,
  type EntriesFormat,
  findLanguageByName,
  type LanguagePair,
  MEBIBYTE,
  parse,
  type SentDictionary,
  type WireDictionary,
  type WireMultilingualGlossary,
} from '@dragoman/contract';
import type { Command } from 'commander';
import type { Stores } from '../../open-stores.js';
import { createCallServer } from '../../platform/cli/ask-server.js';
import { CommandError, wrongUsage } from '../../platform/cli/command.js';
import { print, remark, showTable } from '../../platform/cli/output.js';
import { readTextFile } from '../../platform/cli/read-text.js';
import { actor } from '../../platform/cli/server-access.js';
import {
  findOwned,
  type LocationOptions,
  type RemoteServer,
  withOwnedResources,
} from '../keys-and-usage/owned-resources.js';
import { fromTsv, textOf, toCsv } from './entry-formats.js';
import { toWireDictionary, toWireMultilingual } from './glossary-record.js';
import { createGlossaryService } from './glossary-service.js';

/** Entries of 10 MiB, with quotation marks and columns for the languages. */
const ENTRIES_LIMIT = { maxBytes: 32 * MEBIBYTE, advice: 'Split it into several glossaries.' };

interface PairOptions {
  readonly from?: string;
  readonly to?: string;
}

/** The glossaries of one key, in the database or on a server. */
interface GlossaryBackend {
  /** The oldest first. */
  list(): Promise<readonly WireMultilingualGlossary[]>;
  create(name: string, dictionary: SentDictionary): Promise<WireMultilingualGlossary>;
  /** Replaces the dictionary of the pair, or adds it. */
  putDictionary(id: string, dictionary: SentDictionary): Promise<WireDictionary>;
  /** @returns the entries as TSV */
  readEntries(id: string, pair: LanguagePair): Promise<string>;
  removeDictionary(id: string, pair: LanguagePair): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The glossaries of a key on a server. */
const createRemoteGlossaries = (
  { address, key }: RemoteServer,
  signal: AbortSignal,
): GlossaryBackend => {
  const callServer = createCallServer(address, key, signal);
  const call = (method: string, path: string, body?: object) =>
    callServer(method, `/v3/glossaries${path}`, body);
  return {
    async list() {
      const answer = (await call('GET', '')) as {
        readonly glossaries: readonly WireMultilingualGlossary[];
      };
      return answer.glossaries;
    },
    create: async (name, dictionary) =>
      (await call('POST', '', {
        name,
        dictionaries: [toWire(dictionary)],
      })) as WireMultilingualGlossary,
    putDictionary: async (id, dictionary) =>
      (await call('PUT', `/${id}/dictionaries`, toWire(dictionary))) as WireDictionary,
    async readEntries(id, pair) {
      const answer = (await call('GET', `/${id}/entries?${queryOf(pair)}`)) as {
        readonly dictionaries: readonly { readonly entries: string }[];
      };
      return answer.dictionaries[0]?.entries ?? '';
    },
    async removeDictionary(id, pair) {
      await call('DELETE', `/${id}/dictionaries?${queryOf(pair)}`);
    },
    async remove(id) {
      await call('DELETE', `/${id}`);
    },
  };
};

const toWire = ({ source, target, entries, format }: SentDictionary) => ({
  source_lang: source,
  target_lang: target,
  entries,
  entries_format: format,
});

const queryOf = ({ source, target }: LanguagePair): string =>
  new URLSearchParams({ source_lang: source, target_lang: target }).toString();

/** The glossaries of a key in the database, whether a server is running or not. */
const createLocalGlossaries = (
  stores: Pick<Stores, 'glossaryStore'>,
  ownerId: string,
): GlossaryBackend => {
  const service = createGlossaryService(stores.glossaryStore, Date.now);
  const caller = { ownerId, actor: actor() };
  return {
    list: async () => (await service.list(ownerId)).map(toWireMultilingual),
    create: async (name, dictionary) =>
      toWireMultilingual(await service.create(caller, { name, dictionaries: [dictionary] })),
    putDictionary: async (id, dictionary) =>
      toWireDictionary(await service.putDictionary(caller, id, dictionary)),
    readEntries: async (id, pair) =>
      textOf((await service.findDictionary({ ownerId, id }, pair)).tsv),
    removeDictionary: (id, pair) => service.removeDictionary(caller, id, pair),
    remove: (id) => service.remove(caller, id),
  };
};

const BACKENDS = {
  noun: 'Glossaries',
  inDatabase: createLocalGlossaries,
  onServer: createRemoteGlossaries,
};

const withGlossaries = (
  command: Command,
  options: LocationOptions,
  work: (glossaries: GlossaryBackend, signal: AbortSignal) => Promise<void>,
): Promise<void> => withOwnedResources(BACKENDS, command, options, work);

const NAMED = {
  noun: 'glossaries',
  named: ({ glossary_id: id, name }: WireMultilingualGlossary) => ({ id, name }),
};

/**
 * Finds a glossary by id, or else by name, or else by the beginning of its id; undefined if there is
 * none.
 *
 * @throws CommandError when there is more than one
 */
const findGlossary = (
  glossaries: readonly WireMultilingualGlossary[],
  selector: string,
): WireMultilingualGlossary | undefined => findOwned(glossaries, selector, NAMED);

/** The same, for commands that need one. @throws CommandError also when there is none */
const selectGlossary = (
  glossaries: readonly WireMultilingualGlossary[],
  selector: string,
): WireMultilingualGlossary => {
  const glossary = findGlossary(glossaries, selector);
  if (glossary) return glossary;
  throw new CommandError(
    `There is no glossary '${selector}' of this key. See: dragoman glossaries list`,
  );
};

/**
 * The only dictionary of a glossary.
 *
 * @throws CommandError when there are several, or none
 */
const onlyDictionary = ({ name, dictionaries }: WireMultilingualGlossary): WireDictionary => {
  const [dictionary, ...more] = dictionaries;
  if (!dictionary) throw new CommandError(`The glossary '${name}' has no dictionaries.`);
  if (more.length === 0) return dictionary;
  const pairs = dictionaries.map((each) => `${each.source_lang} to ${each.target_lang}`);
  throw new CommandError(
    `The glossary '${name}' has several dictionaries; choose one with --from and --to: ${pairs.join(', ')}`,
  );
};

/** `dragoman glossaries import` */
export const importCommand = (
  path: string,
  options: LocationOptions & {
    readonly name: string;
    readonly from: string;
    readonly to: string;
    readonly format?: EntriesFormat;
  },
  command: Command,
): Promise<void> =>
  withGlossaries(command, options, async (glossaries, signal) => {
    const format = options.format ?? formatOf(path);
    const entries = await readTextFile(path, signal, ENTRIES_LIMIT);
    const dictionary = { ...pairOf(options), format, entries };
    const known = findGlossary(await glossaries.list(), options.name);
    const id =
      known?.glossary_id ?? (await glossaries.create(options.name, dictionary)).glossary_id;
    if (known) await glossaries.putDictionary(id, dictionary);
    print(id);
    remark(known ? `Replaced the entries in '${known.name}'.` : `Created '${options.name}'.`);
  });

/** `dragoman glossaries export` */
export const exportCommand = (
  selector: string,
  options: LocationOptions & PairOptions & { readonly format?: EntriesFormat },
  command: Command,
): Promise<void> =>
  withGlossaries(command, options, async (glossaries) => {
    const glossary = selectGlossary(await glossaries.list(), selector);
    const tsv = await glossaries.readEntries(
      glossary.glossary_id,
      chosenPair(options) ?? pairOfOnly(glossary),
    );
    print(options.format === 'csv' ? toCsv(fromTsv(tsv)) : tsv);
  });

/** `dragoman glossaries list` */
export const listCommand = (
  options: LocationOptions & { readonly json: boolean },
  command: Command,
): Promise<void> =>
  withGlossaries(command, options, async (glossaries) => {
    const list = await glossaries.list();
    if (options.json) print(JSON.stringify({ glossaries: list }, null, 2));
    else if (list.length > 0) process.stdout.write(showGlossaries(list));
    else remark('No glossaries yet. Create one: dragoman glossaries import FILE --name NAME …');
  });

/** `dragoman glossaries remove` */
export const removeCommand = (
  selector: string,
  options: LocationOptions & PairOptions,
  command: Command,
): Promise<void> =>
  withGlossaries(command, options, async (glossaries) => {
    const { glossary_id: id, name } = selectGlossary(await glossaries.list(), selector);
    const pair = chosenPair(options);
    if (pair) await glossaries.removeDictionary(id, pair);
    else await glossaries.remove(id);
    print(`removed: ${pair ? `${pair.source} to ${pair.target} of ` : ''}${name} (${id})`);
  });

const showGlossaries = (list: readonly WireMultilingualGlossary[]): string => {
  const rows = list.flatMap(({ glossary_id: id, name, dictionaries }) =>
    dictionaries.length === 0
      ? [[id, name, '-', '0']]
      : dictionaries.map(({ source_lang: source, target_lang: target, entry_count: count }) => [
          id,
          name,
          `${source} to ${target}`,
          String(count),
        ]),
  );
  return showTable([['Id', 'Name', 'Languages', 'Entries'], ...rows], [3]);
};

const formatOf = (path: string): EntriesFormat =>
  extname(path).toLowerCase() === '.csv' ? 'csv' : 'tsv';

/** Languages as they were given: codes or names. */
const pairOf = ({ from, to }: { readonly from: string; readonly to: string }): LanguagePair => {
  const codeOf = (text: string) => findLanguageByName(text)?.code ?? text;
  return parse(
    DICTIONARY_PAIR,
    { source_lang: codeOf(from), target_lang: codeOf(to) },
    '/v3/glossaries',
  );
};

const chosenPair = ({ from, to }: PairOptions): LanguagePair | undefined => {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) throw wrongUsage('Give both --from and --to.');
  return pairOf({ from, to });
};

const pairOfOnly = (glossary: WireMultilingualGlossary): LanguagePair => {
  const { source_lang: source, target_lang: target } = onlyDictionary(glossary);
  return { source, target };
};
