import type { WireDictionary, WireGlossary, WireMultilingualGlossary } from '@dragoman/contract';
import { nextTurn } from '@dragoman/core/turns';
import type { DictionaryRecord, FullDictionary, GlossaryRecord } from './glossary-record.js';
import { textOf } from './tsv.js';

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
    await nextTurn();
  }
  yield '","entries_format":"tsv"}]}';
}
