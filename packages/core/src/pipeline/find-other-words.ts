import type { EngineCallOptions } from '../engine/engine.js';
import type { OtherWording } from '../engine/wordings.js';
import { findModelWordings, isAskable, unitsOfLastLeg } from './model-wordings.js';
import { plainUnitOf } from './plain-unit.js';
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

const MOST_WORDS = 6;

export const createFindOtherWords =
  (dependencies: TranslatorDependencies): FindOtherWords =>
  async (request, call) => {
    const { sentence, source, translation, word } = request;
    const { routes, router } = routesOfWord(request, dependencies);
    const route = routes.find(isAskable);
    const unit = route && plainUnitOf(sentence, route, source);
    if (!unit) return [];
    const [lastUnit] = await unitsOfLastLeg([unit], route, { ...dependencies, router }, call);
    const question = { translation, from: word.start, count: MOST_WORDS };
    return lastUnit ? findModelWordings(lastUnit, route, question, call) : [];
  };
