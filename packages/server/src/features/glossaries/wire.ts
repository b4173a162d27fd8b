import type { WireDictionary, WireGlossary, WireMultilingualGlossary } from '@dragoman/contract';
import type { DictionaryRecord, GlossaryRecord } from './glossary-record.js';

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

// Existing clients need the fractions of a second, which `toISOString` always writes.
const timeOf = ({ createdAtMs }: GlossaryRecord): string => new Date(createdAtMs).toISOString();

/** A glossary as v3 returns it. */
export const toWireMultilingual = (glossary: GlossaryRecord): WireMultilingualGlossary => ({
  glossary_id: glossary.id,
  name: glossary.name,
  dictionaries: glossary.dictionaries.map(toWireDictionary),
  creation_time: timeOf(glossary),
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
      creation_time: timeOf(glossary),
    }
  );
};
