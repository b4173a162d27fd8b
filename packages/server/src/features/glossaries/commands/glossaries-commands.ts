import { extname } from 'node:path';
import {
  DICTIONARY_PAIR,
  type DictionaryPair,
  type EntriesFormat,
  findLanguageByName,
  parse,
  type WireMultilingualGlossary,
} from '@dragoman/contract';
import type { Command } from 'commander';
import { wrongUsage } from '../../../cli/command-error.js';
import { type PlaceOptions, withOwned } from '../../../cli/key-resources/with-owned.js';
import { print, remark, showTable } from '../../../cli/output.js';
import { readTextFile } from '../../translate/commands/read-text.js';
import { toCsv } from '../csv.js';
import { fromTsv } from '../tsv.js';
import type { GlossaryBackend } from './backend.js';
import { createLocalGlossaries } from './local-backend.js';
import { createRemoteGlossaries } from './remote-backend.js';
import { findGlossary, onlyDictionary, selectGlossary } from './select-glossary.js';

/** Entries of 10 MiB, with quotation marks and columns for the languages. */
const ENTRIES_LIMIT = { maxBytes: 32 * 1024 ** 2, advice: 'Split it into several glossaries.' };

interface PairOptions {
  readonly from?: string;
  readonly to?: string;
}

const BACKENDS = {
  noun: 'Glossaries',
  inDatabase: createLocalGlossaries,
  onServer: createRemoteGlossaries,
};

const withGlossaries = (
  command: Command,
  options: PlaceOptions,
  work: (glossaries: GlossaryBackend, signal: AbortSignal) => Promise<void>,
): Promise<void> => withOwned(BACKENDS, command, options, work);

/** `dragoman glossaries import` */
export const importCommand = (
  path: string,
  options: PlaceOptions & {
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
  options: PlaceOptions & PairOptions & { readonly format?: EntriesFormat },
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
  options: PlaceOptions & { readonly json: boolean },
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
  options: PlaceOptions & PairOptions,
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
          ...[id, name, `${source} to ${target}`, String(count)],
        ]),
  );
  return showTable([['Id', 'Name', 'Languages', 'Entries'], ...rows], [3]);
};

const formatOf = (path: string): EntriesFormat =>
  extname(path).toLowerCase() === '.csv' ? 'csv' : 'tsv';

/** Languages as they were given: codes or names. */
const pairOf = ({ from, to }: { readonly from: string; readonly to: string }): DictionaryPair => {
  const codeOf = (text: string) => findLanguageByName(text)?.code ?? text;
  return parse(
    DICTIONARY_PAIR,
    { source_lang: codeOf(from), target_lang: codeOf(to) },
    '/v3/glossaries',
  );
};

const chosenPair = ({ from, to }: PairOptions): DictionaryPair | undefined => {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) throw wrongUsage('Give both --from and --to.');
  return pairOf({ from, to });
};

const pairOfOnly = (glossary: WireMultilingualGlossary): DictionaryPair => {
  const { source_lang: source, target_lang: target } = onlyDictionary(glossary);
  return { source, target };
};
