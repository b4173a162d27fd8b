import type { TranslationUnit } from '../engine/engine.js';
import {
  type CheckedText,
  joinDocument,
  type MarkupDocument,
  type MarkupUnit,
  plainText,
  splitDocument,
  writtenText,
} from '../markup/index.js';
import { applyStyle } from '../style/index.js';
import type { AssembledText } from './opened-text.js';
import { preserveFormatting } from './preserve-formatting.js';
import { localiseQuotes } from './quotation-marks.js';
import type { ReadText } from './read-text.js';
import type { PrepareOptions } from './request.js';
import { splitText } from './split-text.js';

/** A unit of a prepared text; with markup where that must be looked after. */
export interface PreparedUnit {
  readonly unit: TranslationUnit;
  readonly markup: MarkupUnit | undefined;
  /** Too long or too full of markup for an engine: only the text in it can be translated. */
  readonly isOversized: boolean;
}

/** A text cut into units, and the way back. */
export interface PreparedText {
  readonly units: readonly PreparedUnit[];
  /** @param translated one for each unit, in order */
  assemble(translated: readonly CheckedText[]): AssembledText;
}

// Engines keep markup by means whose cost grows with its square.
const MAX_TOKENS = 100;

export const prepareText = (
  { text, document }: ReadText,
  prepareOptions: PrepareOptions,
): PreparedText =>
  document ? prepareDocument(document, prepareOptions) : preparePlain(text, prepareOptions);

const preparePlain = (
  text: string,
  { language, target, maxCharacters, unsplitTerms, options }: PrepareOptions,
): PreparedText => {
  const { units, join } = splitText(text, {
    language,
    mode: options.splitMode,
    maxCharacters,
    unsplitTerms,
  });
  const sources = units.map((unit) => plainText(unit.text));
  return {
    units: units.map((unit) => ({ unit, markup: undefined, isOversized: false })),
    assemble(translated) {
      const polished = polish(units, sources, translated, { language, target, options });
      return join(polished.map(writtenText), target.base);
    },
  };
};

const prepareDocument = (
  document: MarkupDocument,
  { language, target, maxCharacters, unsplitTerms, options }: PrepareOptions,
): PreparedText => {
  const mode = options.splitMode;
  const split = splitDocument(document, { language, mode, maxCharacters, unsplitTerms });
  const units = split.runs.flatMap((run) => run.units);
  return {
    units: units.map((markup) => ({
      unit: markup.unit,
      markup,
      isOversized: markup.frame.tokenCount > MAX_TOKENS || markup.unit.text.length > maxCharacters,
    })),
    assemble(translated) {
      let next = 0;
      const texts = split.runs.flatMap((run) => {
        if (run.units.length === 0) return [];
        next += run.units.length;
        return polish(
          run.units.map(({ unit }) => unit),
          run.units.map(({ source }) => source),
          translated.slice(next - run.units.length, next),
          { language, target, options },
        );
      });
      return { text: joinDocument(split, texts, target.base) };
    },
  };
};

/**
 * Gives the sentences of a text what they share: quotation marks, and formatting and style where
 * wanted. The style comes last, being what the customer chose.
 */
const polish = (
  units: readonly TranslationUnit[],
  sources: readonly CheckedText[],
  translated: readonly CheckedText[],
  { language, target, options }: Pick<PrepareOptions, 'language' | 'target' | 'options'>,
): readonly CheckedText[] => {
  const tag = target.tags[0] ?? target.base;
  const quoted = localiseQuotes(units, translated, tag);
  const formatted = options.preserveFormatting
    ? quoted.map((text, index) => preserveFormatting(sources[index] ?? text, text))
    : quoted;
  return applyStyle(units, formatted, options.style, { source: language, target: tag });
};
