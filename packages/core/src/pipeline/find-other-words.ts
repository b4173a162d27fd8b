import type { LanguageTag } from '@dragoman/contract';
import type { EngineCallOptions, TranslationUnit } from '../engine/engine.js';
import type { OtherWording } from '../engine/wordings.js';
import type { Route } from '../routing/route.js';
import { findModelWordings, isAskable, unitsOfLastLeg } from './model-wordings.js';
import { splitText } from './segment-text.js';
import type { TranslatorDependencies } from './translator.js';
import { routesOfWord, type WordRequest } from './word-request.js';

/**
 * Finds what the model of the pair would have written instead of a word of a translation, each with
 * the sentence that follows from it.
 *
 * @returns the most probable first; none where no model can be asked, or the sentence has placeholders
 */
export type FindOtherWords = (
  request: WordRequest,
  call: EngineCallOptions,
) => Promise<readonly OtherWording[]>;

const MAX_WORDS = 6;

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

export const createFindOtherWords =
  (dependencies: TranslatorDependencies): FindOtherWords =>
  async (request, call) => {
    const { sentence, source, translation, word } = request;
    const { routes, router } = routesOfWord(request, dependencies);
    const route = routes.find(isAskable);
    const unit = route && plainUnitOf(sentence, route, source);
    if (!unit) return [];
    const [lastUnit] = await unitsOfLastLeg([unit], route, { ...dependencies, router }, call);
    const question = { translation, from: word.start, count: MAX_WORDS };
    return lastUnit ? findModelWordings(lastUnit, route, question, call) : [];
  };
