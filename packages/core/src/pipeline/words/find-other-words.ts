import type { EngineCallOptions } from '../../engine/engine.js';
import type { OtherWording } from '../../engine/wordings.js';
import { askableLeg, findLegWordings } from '../legs/leg-wordings.js';
import { optionsOf } from '../request/options.js';
import { resolveSource, resolveTarget } from '../request/resolve-languages.js';
import type { TranslatorDependencies } from '../translator.js';
import type { WordRequest } from './find-word.js';
import { plainUnitOf } from './plain-unit.js';

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
  ({
    router,
    installHint,
  }: Pick<TranslatorDependencies, 'router' | 'installHint'>): FindOtherWords =>
  async ({ body, translation, word }, call) => {
    const target = resolveTarget(body.target_lang, router, installHint);
    const source = resolveSource(body.source_lang, router, installHint);
    const routes = router
      .withoutLanguageModels()
      .routes(source, target.tags, optionsOf(body).preferredModel);
    const route = routes.find((one) => askableLeg(one) !== undefined);
    const leg = route && askableLeg(route);
    const unit = route && plainUnitOf(body.text[0] ?? '', route, source);
    if (!leg || !unit) return [];
    return findLegWordings(unit, leg, { translation, from: word.start, count: MOST_WORDS }, call);
  };
