import type { LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../engine/engine.js';
import type { Route } from '../routing/route.js';
import { splitText } from './split-text.js';

/** A sentence as a unit; undefined if it has placeholders and the like, or is several units. */
export const plainUnitOf = (
  text: string,
  { legs }: Route,
  language: LanguageTag,
): TranslationUnit | undefined => {
  const maxCharacters = Math.min(...legs.map(({ engine }) => engine.capabilities.maxCharacters));
  const { units } = splitText(text, { language, mode: 'none', maxCharacters });
  const [unit, ...others] = units;
  const isPlain = unit?.text === text && others.length === 0 && unit.protectedSpans.length === 0;
  return isPlain ? unit : undefined;
};
