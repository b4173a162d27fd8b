import type { PageTermPlace, WireMultilingualGlossary } from '@dragoman/contract';
import { ask, askFor, jsonOf } from './api.js';

/** A glossary of the page. */
export interface Glossary {
  readonly id: string;
  readonly name: string;
  readonly dictionaries: readonly Pair[];
}

/** Upper-case base codes. */
export interface Pair {
  readonly source: string;
  readonly target: string;
}

/** A term and its translation. */
export type Entry = readonly [source: string, target: string];

type WireGlossary = Pick<WireMultilingualGlossary, 'glossary_id' | 'name' | 'dictionaries'>;

const PATH = 'session/glossaries';

/** The glossaries, for visitors who may see them. @throws PageFailure */
export const fetchGlossaries = async (): Promise<readonly Glossary[]> => {
  const answer = await ask<{ readonly glossaries: readonly WireGlossary[] }>(PATH);
  return answer.glossaries.map(toGlossary);
};

/** @throws PageFailure */
export const createGlossary = async (name: string): Promise<Glossary> =>
  toGlossary(await ask<WireGlossary>(PATH, { method: 'POST', ...jsonOf({ name }) }));

/** @throws PageFailure */
export const deleteGlossary = (id: string): Promise<void> =>
  askFor(`${PATH}/${id}`, { method: 'DELETE' }, async () => {});

/** The terms of a pair of languages. @throws PageFailure */
export const fetchEntries = async (id: string, pair: Pair): Promise<readonly Entry[]> => {
  const query = new URLSearchParams(toWire(pair));
  const tsv = await askFor(`${PATH}/${id}/entries?${query}`, {}, (answer) => answer.text());
  return tsv === '' ? [] : tsv.split('\n').map(toEntry);
};

/** Removes some terms, then adds others or gives them new translations. @throws PageFailure */
export const changeEntries = async (
  id: string,
  pair: Pair,
  changes: { readonly remove?: readonly string[]; readonly put?: readonly Entry[] },
): Promise<void> => {
  await ask(`${PATH}/${id}/entries`, {
    method: 'PATCH',
    ...jsonOf({ ...toWire(pair), ...changes }),
  });
};

/** Adds the terms of a file. @throws PageFailure */
export const importFile = async (id: string, pair: Pair, file: File): Promise<void> => {
  const query = new URLSearchParams({ ...toWire(pair), file_name: file.name });
  await ask(`${PATH}/${id}/file?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
};

/** Where the terms of a text are in its translation. @throws PageFailure */
export const fetchPlaces = async (
  id: string,
  pair: Pair,
  texts: { readonly text: string; readonly translation: string },
  signal: AbortSignal,
): Promise<readonly PageTermPlace[]> => {
  const answer = await ask<{ readonly places: readonly PageTermPlace[] }>(`${PATH}/${id}/places`, {
    method: 'POST',
    ...jsonOf({ ...toWire(pair), ...texts }),
    signal,
  });
  return answer.places;
};

/** A line of what the server stores: neither term has a tab or a line end. */
const toEntry = (line: string): Entry => {
  const tab = line.indexOf('\t');
  return [line.slice(0, tab), line.slice(tab + 1)];
};

const toWire = ({ source, target }: Pair) => ({ source_lang: source, target_lang: target });

const toGlossary = ({ glossary_id: id, name, dictionaries }: WireGlossary): Glossary => ({
  id,
  name,
  dictionaries: dictionaries.map(({ source_lang, target_lang }) => ({
    source: source_lang.toUpperCase(),
    target: target_lang.toUpperCase(),
  })),
});
