import type {
  LanguagePair,
  WireDictionary,
  WireGlossary,
  WireMultilingualGlossary,
} from '@dragoman/contract';
import { yieldToLoop } from '@dragoman/core/event-loop';
import type { OwnedId } from '../../platform/accounts/caller.js';
import type { AuditEntry } from '../../platform/audit-entry.js';
import { toIsoTime } from '../../platform/times.js';
import { textOf } from './entry-formats.js';

/** A dictionary without its entries. */
export interface DictionaryRecord extends LanguagePair {
  readonly entryCount: number;
  /** Differs whenever the entries do. */
  readonly revision: string;
}

/** A glossary without its entries. */
export interface GlossaryRecord {
  readonly id: string;
  /** Id of the API key it belongs to. */
  readonly ownerId: string;
  readonly name: string;
  readonly createdAtMs: number;
  /** In the order in which they were added. */
  readonly dictionaries: readonly DictionaryRecord[];
}

/** A dictionary with its entries as TSV in UTF-8, one entry per line. */
export interface FullDictionary extends DictionaryRecord {
  readonly tsv: Uint8Array;
}

/** A glossary to be stored. */
export type NewGlossary = Omit<GlossaryRecord, 'dictionaries'> & {
  readonly dictionaries: readonly FullDictionary[];
};

/** What is to be changed; omitted members stay as they are. */
export interface GlossaryChange {
  readonly name?: string;
  /** Replaces the dictionary of its pair in its place, or becomes the last one. */
  readonly dictionary?: FullDictionary;
  /**
   * Revision that the dictionary of the pair must have, null if there must be none; if omitted, it
   * may be anything.
   */
  readonly replaces?: string | null;
}

/** Maximum of what one key may have. */
export interface GlossaryQuota {
  readonly glossaries: number;
  readonly dictionariesPerGlossary: number;
  /** Of all its glossaries. */
  readonly dictionaries: number;
  /** Bytes of TSV of all its dictionaries. */
  readonly bytes: number;
}

/** Which part of a {@link GlossaryQuota} would be exceeded. */
export type QuotaPart = keyof GlossaryQuota;

/** What became of a change. */
export type ChangeOutcome =
  | { readonly glossary: GlossaryRecord }
  /** The dictionary has a different revision; nothing was changed. */
  | { readonly conflict: true }
  | { readonly exceeded: QuotaPart }
  /** The owner has no glossary with this id. */
  | { readonly missing: true };

/**
 * Where glossaries are kept. Every change is complete or has not happened, and is in the audit log.
 * Every method may reject with `DatabaseOutage`.
 */
export interface GlossaryStore {
  /** @returns what would be exceeded, and nothing is stored then */
  insert(
    glossary: NewGlossary,
    quota: GlossaryQuota,
    audit: AuditEntry,
  ): Promise<QuotaPart | undefined>;
  /** The oldest first. */
  list(ownerId: string): Promise<readonly GlossaryRecord[]>;
  find(id: OwnedId): Promise<GlossaryRecord | undefined>;
  /**
   * What is asked in every translation with a glossary.
   *
   * @returns undefined if there is no glossary; `dictionary` is undefined if it has none of the pair
   */
  findRecord(
    id: OwnedId,
    pair: LanguagePair,
  ): Promise<{ readonly dictionary: DictionaryRecord | undefined } | undefined>;
  findDictionary(id: OwnedId, pair: LanguagePair): Promise<FullDictionary | undefined>;
  change(
    id: OwnedId,
    change: GlossaryChange,
    quota: GlossaryQuota,
    audit: AuditEntry,
  ): Promise<ChangeOutcome>;
  /** @returns false if there is none */
  removeDictionary(id: OwnedId, pair: LanguagePair, audit: AuditEntry): Promise<boolean>;
  /** @returns false if there is none */
  remove(id: OwnedId, audit: AuditEntry): Promise<boolean>;
}

/** A dictionary as v3 returns it. */
export const toWireDictionary = ({
  source,
  target,
  entryCount,
}: DictionaryRecord): WireDictionary => ({
  source_lang: source,
  target_lang: target,
  entry_count: entryCount,
});

/** A glossary as v3 returns it. */
export const toWireMultilingual = (glossary: GlossaryRecord): WireMultilingualGlossary => ({
  glossary_id: glossary.id,
  name: glossary.name,
  dictionaries: glossary.dictionaries.map(toWireDictionary),
  creation_time: toIsoTime(glossary.createdAtMs),
});

/** A glossary as v2 returns it: with its first dictionary. Undefined if it has none. */
export const toWireGlossary = (glossary: GlossaryRecord): WireGlossary | undefined => {
  const [first] = glossary.dictionaries;
  return (
    first && {
      glossary_id: glossary.id,
      name: glossary.name,
      ready: true,
      ...toWireDictionary(first),
      creation_time: toIsoTime(glossary.createdAtMs),
    }
  );
};

/** Escaped in a fraction of a millisecond. */
const PIECE_BYTES = 65_536;
const LINE_END = 0x0a;

/**
 * A dictionary with its entries as v3 returns it, in pieces: as a whole, the largest ones would hold
 * up other requests for a tenth of a second.
 */
export async function* entriesAsJson(
  { source, target, tsv }: Pick<FullDictionary, 'source' | 'target' | 'tsv'>,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<string> {
  const pair = JSON.stringify({ source_lang: source, target_lang: target });
  yield `{"dictionaries":[${pair.slice(0, -1)},"entries":"`;
  for (let start = 0; start < tsv.length; ) {
    // At the end of a line, so that no character is cut.
    const lineEnd = tsv.indexOf(LINE_END, start + pieceBytes - 1);
    const end = lineEnd < 0 ? tsv.length : lineEnd + 1;
    yield JSON.stringify(textOf(tsv.subarray(start, end))).slice(1, -1);
    start = end;
    await yieldToLoop();
  }
  yield '","entries_format":"tsv"}]}';
}
