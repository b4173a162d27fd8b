import type { LanguageTag } from '@dragoman/contract';
import type { ModelType } from '../engine/engine.js';
import type { Route } from '../routing/route.js';
import type { Router } from '../routing/router.js';
import type { TextRange } from '../segmentation/segmentation.js';
import type { Target } from './languages.js';

/** A word of a translation, of which other ones are wanted. */
export interface WordRequest {
  readonly sentence: string;
  readonly source: LanguageTag;
  readonly target: Target;
  readonly preferredModel: ModelType;
  readonly translation: string;
  readonly word: TextRange;
}

/** The routes between the languages of a sentence. */
interface WordRoutes {
  readonly routes: readonly Route[];
  /** Without language models: nobody pays for looking words up. */
  readonly router: Router;
}

export const routesOfWord = (
  { source, target, preferredModel }: WordRequest,
  { router: all }: { readonly router: Router },
): WordRoutes => {
  const router = all.withoutLanguageModels();
  return { routes: router.routes(source, target.tags, preferredModel), router };
};
