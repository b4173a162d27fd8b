import type { TranslateBody } from '@dragoman/contract';
import { portionMarkup, requireWellFormedXml, type Segmentation } from '@dragoman/core';

/** How markup is read, by the parameters of a request. */
export type MarkupSettings = Omit<TranslateBody, 'text' | 'tag_handling'> & {
  readonly tag_handling: NonNullable<TranslateBody['tag_handling']>;
};

/** Long enough to detect the language, and short enough to show progress. */
export const PORTION_CHARACTERS = 4000;

/**
 * A text with markup in portions that give the same result as the whole.
 *
 * @param name what the text is called in the message, such as `Text 2`
 * @throws AppError `invalid_parameter` for malformed XML where that is refused: a portion would hide
 *   what is wrong around it
 */
export const portionsOfMarkup = (
  text: string,
  settings: MarkupSettings,
  name?: string,
): Segmentation => {
  const { tag_handling: syntax } = settings;
  if (syntax === 'xml' && settings.tag_handling_version === 'v2') requireWellFormedXml(text, name);
  const rules = {
    syntax,
    outlineDetection: settings.outline_detection ?? true,
    splitting: new Set(settings.splitting_tags),
    nonSplitting: new Set(settings.non_splitting_tags),
    ignored: new Set(settings.ignore_tags),
  };
  return portionMarkup(text, rules, PORTION_CHARACTERS);
};
