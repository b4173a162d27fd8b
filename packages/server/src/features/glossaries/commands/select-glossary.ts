import type { WireDictionary, WireMultilingualGlossary } from '@dragoman/contract';
import { CommandError } from '../../../cli/command-error.js';
import { findOwned } from '../../../cli/key-resources/select-owned.js';

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
export const findGlossary = (
  glossaries: readonly WireMultilingualGlossary[],
  selector: string,
): WireMultilingualGlossary | undefined => findOwned(glossaries, selector, NAMED);

/** The same, for commands that need one. @throws CommandError also when there is none */
export const selectGlossary = (
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
export const onlyDictionary = ({
  name,
  dictionaries,
}: WireMultilingualGlossary): WireDictionary => {
  const [dictionary, ...more] = dictionaries;
  if (!dictionary) throw new CommandError(`The glossary '${name}' has no dictionaries.`);
  if (more.length === 0) return dictionary;
  const pairs = dictionaries.map((each) => `${each.source_lang} to ${each.target_lang}`);
  throw new CommandError(
    `The glossary '${name}' has several dictionaries; choose one with --from and --to: ${pairs.join(', ')}`,
  );
};
