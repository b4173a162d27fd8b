import { randomUUID } from 'node:crypto';
import {
  AppError,
  GLOSSARY_LIMITS,
  invalidParameter,
  isAppError,
  type LanguagePair,
  notFoundError,
  type SentDictionary,
  type SentGlossary,
  type SentGlossaryChange,
  showPair,
} from '@dragoman/contract';
import { yieldToLoop } from '@dragoman/core/event-loop';
import { auditEntryOf, type Caller, type OwnedId } from '../../platform/accounts/caller.js';
import { retryConflicts } from '../../platform/retry-conflicts.js';
import { type EntriesChange, editEntries } from './entries.js';
import type {
  DictionaryRecord,
  FullDictionary,
  GlossaryChange,
  GlossaryQuota,
  GlossaryRecord,
  GlossaryStore,
  QuotaPart,
} from './glossary-record.js';
import { inGlossaryThread } from './glossary-work.js';

/**
 * The glossaries of all keys. Every method rejects with AppError `not_found` for an id that the
 * caller's key does not have, and for a dictionary that is not there.
 */
export interface GlossaryService {
  /** @throws AppError `invalid_parameter`, `body_too_large`, `quota_exceeded` */
  create(caller: Caller, glossary: SentGlossary): Promise<GlossaryRecord>;
  /** The oldest first. */
  list(ownerId: string): Promise<readonly GlossaryRecord[]>;
  find(id: OwnedId): Promise<GlossaryRecord>;
  findDictionary(id: OwnedId, pair: LanguagePair): Promise<FullDictionary>;
  /**
   * Renames a glossary and merges entries into one of its dictionaries.
   *
   * @throws AppError `invalid_parameter`, `body_too_large`, `quota_exceeded`
   */
  change(caller: Caller, id: string, change: SentGlossaryChange): Promise<GlossaryRecord>;
  /**
   * Replaces a dictionary, or adds it.
   *
   * @throws AppError `invalid_parameter`, `body_too_large`, `quota_exceeded`
   */
  putDictionary(caller: Caller, id: string, dictionary: SentDictionary): Promise<DictionaryRecord>;
  /**
   * Removes the entries of some sources, those that are not there count as removed, and puts others in,
   * at once or not at all.
   *
   * @throws AppError `invalid_parameter`, `body_too_large`, `quota_exceeded`
   */
  editEntries(
    caller: Caller,
    id: string,
    pair: LanguagePair,
    change: Omit<EntriesChange, 'known'>,
  ): Promise<void>;
  removeDictionary(caller: Caller, id: string, pair: LanguagePair): Promise<void>;
  remove(caller: Caller, id: string): Promise<void>;
}

const QUOTA: GlossaryQuota = {
  glossaries: GLOSSARY_LIMITS.glossariesPerKey,
  dictionariesPerGlossary: GLOSSARY_LIMITS.dictionariesPerGlossary,
  dictionaries: GLOSSARY_LIMITS.dictionariesPerKey,
  bytes: GLOSSARY_LIMITS.bytesPerKey,
};

/** @param now milliseconds since 1970 */
export const createGlossaryService = (store: GlossaryStore, now: () => number): GlossaryService => {
  const find = async (glossaryId: OwnedId): Promise<GlossaryRecord> => {
    const glossary = await store.find(glossaryId);
    if (!glossary) throw notFoundError('Glossary');
    return glossary;
  };

  /** Stores a change; undefined if the dictionary does not have the expected revision. */
  const apply = async (
    caller: Caller,
    id: string,
    change: GlossaryChange,
  ): Promise<GlossaryRecord | undefined> => {
    const { name, dictionary } = change;
    const details = {
      glossary: id,
      ...(name !== undefined && { name }),
      ...(dictionary && describeDictionary(dictionary)),
    };
    const audit = auditEntryOf(caller, 'change-glossary', details, now());
    const outcome = await store.change({ ownerId: caller.ownerId, id }, change, QUOTA, audit);
    if ('missing' in outcome) throw notFoundError('Glossary');
    if ('exceeded' in outcome) throw exceeds(outcome.exceeded);
    return 'glossary' in outcome ? outcome.glossary : undefined;
  };

  /** Changes the entries of a dictionary, which is created if there is none. */
  const edit = (
    caller: Caller,
    id: string,
    pair: LanguagePair,
    { name, ...change }: { readonly name?: string } & Omit<EntriesChange, 'known'>,
  ): Promise<GlossaryRecord> =>
    retryConflicts('dictionary', async () => {
      const known = await store.findDictionary({ ownerId: caller.ownerId, id }, pair);
      return apply(caller, id, {
        ...(name !== undefined && { name }),
        dictionary: await edited(pair, { ...change, known: known?.tsv ?? NO_ENTRIES }, caller),
        replaces: known?.revision ?? null,
      });
    });

  return {
    async create(caller, { name, dictionaries: sent }) {
      const id = randomUUID();
      const dictionaries: FullDictionary[] = [];
      for (const dictionary of sent) {
        const change = { known: NO_ENTRIES, sent: dictionary };
        try {
          dictionaries.push(await edited(dictionary, change, caller));
        } catch (error) {
          throw sent.length > 1 ? withDictionary(error, dictionary) : error;
        }
        await yieldToLoop();
      }
      const glossary = { id, ownerId: caller.ownerId, name, createdAtMs: now(), dictionaries };
      const details = {
        glossary: id,
        name,
        dictionaries: dictionaries.map(showPair).join(','),
        entries: dictionaries.reduce((sum, { entryCount }) => sum + entryCount, 0),
      };
      const audit = auditEntryOf(caller, 'create-glossary', details, now());
      const exceeded = await store.insert(glossary, QUOTA, audit);
      if (exceeded) throw exceeds(exceeded);
      return glossary;
    },
    list: (ownerId) => store.list(ownerId),
    find,
    async findDictionary(glossaryId, pair) {
      const dictionary = await store.findDictionary(glossaryId, pair);
      if (dictionary) return dictionary;
      await find(glossaryId);
      throw notFoundError('Dictionary');
    },
    async change(caller, id, { name, dictionary }) {
      const glossaryId = { ownerId: caller.ownerId, id };
      if (!dictionary) {
        if (name === undefined) return find(glossaryId);
        return (await apply(caller, id, { name })) ?? find(glossaryId);
      }
      // Another key's glossary is not found, whatever is wrong with the entries.
      await find(glossaryId);
      return edit(caller, id, dictionary, {
        ...(name !== undefined && { name }),
        sent: dictionary,
      });
    },
    async putDictionary(caller, id, sent) {
      await find({ ownerId: caller.ownerId, id });
      const dictionary = await edited(sent, { known: NO_ENTRIES, sent }, caller);
      await apply(caller, id, { dictionary });
      return dictionary;
    },
    async editEntries(caller, id, pair, change) {
      const glossaryId = { ownerId: caller.ownerId, id };
      const { dictionaries } = await find(glossaryId);
      const isThere = dictionaries.some((one) => showPair(one) === showPair(pair));
      if (!change.sent && !isThere) throw notFoundError('Dictionary');
      await edit(caller, id, pair, change);
    },
    async removeDictionary(caller, id, pair) {
      const glossaryId = { ownerId: caller.ownerId, id };
      const details = { glossary: id, removed: showPair(pair) };
      const audit = auditEntryOf(caller, 'change-glossary', details, now());
      if (await store.removeDictionary(glossaryId, pair, audit)) return;
      await find(glossaryId);
      throw notFoundError('Dictionary');
    },
    async remove(caller, id) {
      const audit = auditEntryOf(caller, 'remove-glossary', { glossary: id }, now());
      if (!(await store.remove({ ownerId: caller.ownerId, id }, audit)))
        throw notFoundError('Glossary');
    },
  };
};

const describeDictionary = (dictionary: DictionaryRecord) => ({
  dictionary: showPair(dictionary),
  entries: dictionary.entryCount,
});

const NO_ENTRIES = new Uint8Array();

/** More characters than this are read in a thread: they would hold up other requests. */
const SMALL_CHARACTERS = 65_536;

/** A dictionary after a change. */
const edited = async (
  { source, target }: LanguagePair,
  change: EntriesChange,
  { ownerId }: Caller,
): Promise<FullDictionary> => {
  const characters = change.known.length + (change.sent?.entries.length ?? 0);
  const entries = await (characters > SMALL_CHARACTERS
    ? inGlossaryThread('edit', change, { ownerId })
    : editEntries(change));
  return { source, target, revision: randomUUID(), ...entries };
};

/** Of several dictionaries, says which one is wrong. */
const withDictionary = (error: unknown, dictionary: LanguagePair): unknown =>
  isAppError(error) && error.detail !== undefined
    ? new AppError(error.code, {
        ...error,
        message: error.message,
        detail: `${error.detail}, in the dictionary ${showPair(dictionary)}`,
      })
    : error;

const exceeds = (part: QuotaPart): AppError => {
  if (part === 'dictionariesPerGlossary') {
    return invalidParameter('dictionaries', `A glossary has at most ${QUOTA[part]}.`);
  }
  const most = `${QUOTA[part]} ${part === 'bytes' ? 'bytes of glossaries' : part}`;
  return new AppError('quota_exceeded', {
    message: `A key may have ${most}. Delete glossaries that are not used.`,
  });
};
