import type { LanguageTag, TranslateBody } from '@dragoman/contract';
import type { Route } from '../../routing/route.js';
import type { Router } from '../../routing/router.js';
import type { TextRange } from '../../segmentation/index.js';
import { optionsOf } from '../request/options.js';
import type { Target } from '../request/request.js';
import { resolveSource, resolveTarget } from '../request/resolve-languages.js';
import type { TranslatorDependencies } from '../translator.js';

/** A word of a translation, of which other ones are wanted. */
export interface WordRequest {
  /** The request, with one sentence and the language it is in. */
  readonly body: TranslateBody & { readonly source_lang: string };
  readonly translation: string;
  readonly word: TextRange;
}

/** The languages of a request about a word, and the ways between them. */
export interface WordRoutes {
  readonly source: LanguageTag;
  readonly target: Target;
  readonly routes: readonly Route[];
  /** Without language models: nobody pays for looking words up. */
  readonly router: Router;
}

/** @throws AppError for languages that there is no way between; see `resolve-languages.ts` */
export const routesOfWord = (
  body: WordRequest['body'],
  { router: all, installHint }: TranslatorDependencies,
): WordRoutes => {
  const target = resolveTarget(body.target_lang, all, installHint);
  const source = resolveSource(body.source_lang, all, installHint);
  const router = all.withoutLanguageModels();
  const routes = router.routes(source, target.tags, optionsOf(body).preferredModel);
  return { source, target, routes, router };
};
