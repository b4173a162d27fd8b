import {
  AppError,
  findLanguage,
  type LanguageTag,
  mannerFor,
  type RewriteRequest,
  toTag,
} from '@dragoman/contract';
import type { Detector } from '../detection/index.js';
import type { EngineCallOptions, TranslatedUnit } from '../engine/engine.js';
import type { Meter } from '../observers.js';
import type { Router } from '../routing/router.js';
import { countCodePoints } from '../segmentation/count-code-points.js';
import { findLanguages } from './find-languages.js';
import { mapGroups, mapWhere } from './map-together.js';
import { noTokensLeft } from './request.js';
import { rewriteUnits } from './rewrite-units.js';
import { type SplitText, splitText } from './split-text.js';

export interface RewriterDependencies {
  readonly router: Router;
  readonly detector: Detector;
  readonly meter: Meter;
  /** How a language model is configured, for the refusal where none is: a sentence. */
  readonly languageModelHint: string;
}

/** One text of the answer. */
export interface RewrittenText {
  readonly text: string;
  /** Base language, given or detected. */
  readonly source: LanguageTag;
  /** The language or variant that was written. */
  readonly target: LanguageTag;
  /** Unicode code points of the text that was sent. */
  readonly billedCharacters: number;
}

/** Improves texts in their own language, with engines that write. */
export interface Rewriter {
  /**
   * @returns one text per text of the request, in its order
   * @throws AppError `language_model_missing`, and for what else cannot be served; the signal's
   *   reason once it aborts
   */
  rewrite(request: RewriteRequest, call: EngineCallOptions): Promise<readonly RewrittenText[]>;
}

export const createRewriter = (dependencies: RewriterDependencies): Rewriter => ({
  async rewrite(request, call) {
    call.signal.throwIfAborted();
    const { router, detector, languageModelHint } = dependencies;
    if (!router.hasEngineWith('rewriting')) {
      throw new AppError('language_model_missing', {
        message: `Improving texts needs a language model, and none is configured. ${languageModelHint}`,
      });
    }
    if (call.budget?.isSpent()) throw noTokensLeft();
    const sources = await findLanguages(request, router, detector);
    const bySource = await Promise.all(
      [...new Set(sources)].map((source) =>
        mapWhere(
          request.text,
          (_, index) => sources[index] === source,
          (texts) => rewriteGroup(texts, source, request, dependencies, call),
        ),
      ),
    );
    return request.text.flatMap((_, index) => bySource.flatMap((answers) => answers[index] ?? []));
  },
});

/** Texts of a request that are in the same language. */
const rewriteGroup = async (
  texts: readonly string[],
  source: LanguageTag,
  { kind, target, ...request }: RewriteRequest,
  { router, ...dependencies }: RewriterDependencies,
  call: EngineCallOptions,
): Promise<readonly RewrittenText[]> => {
  const language = findLanguage(source);
  const tag = toTag(target?.variant?.code ?? language?.designatedVariant ?? source);
  const manner = language ? mannerFor(request, language) : {};
  const legs = router.rewriters(tag);
  const maxCharacters = Math.min(...legs.map(({ engine }) => engine.capabilities.maxCharacters));
  const split = texts.map((text) =>
    splitText(text, { language: source, mode: 'sentences-and-newlines', maxCharacters }),
  );
  const rewritten = await mapGroups(
    split.map(({ units }) => units),
    (units) => rewriteUnits(units, legs, dependencies, { ...call, rewriting: { kind, ...manner } }),
  );
  return texts.map((text, index) => ({
    text: split[index] ? joinRewritten(split[index], rewritten[index] ?? [], source) : text,
    source,
    target: tag,
    billedCharacters: countCodePoints(text),
  }));
};

const joinRewritten = (
  { join }: SplitText,
  rewritten: readonly TranslatedUnit[],
  language: LanguageTag,
): string =>
  join(
    rewritten.map(({ text }) => text),
    language,
  ).text;
