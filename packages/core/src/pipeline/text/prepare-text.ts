import type { LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../../engine/engine.js';
import {
  joinDocument,
  type MarkupDocument,
  type MarkupUnit,
  splitDocument,
  withoutEdgeTokens,
} from '../../markup/index.js';
import type { Target, TranslationOptions } from '../request/request.js';
import { preserveFormatting } from './preserve-formatting.js';
import { localiseQuotes } from './quotation-marks.js';
import type { ReadText } from './read-text.js';
import { joinSegments, splitText } from './split-text.js';

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
  assemble(translated: readonly string[]): string;
}

export interface PrepareOptions {
  readonly language: LanguageTag;
  readonly target: Target;
  readonly maxCharacters: number;
  readonly options: TranslationOptions;
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
  { language, target, maxCharacters, options }: PrepareOptions,
): PreparedText => {
  const { segmentation, units } = splitText(text, {
    language,
    mode: options.splitMode,
    maxCharacters,
  });
  return {
    units: units.map((unit) => ({ unit, markup: undefined, isOversized: false })),
    assemble(translated) {
      const quoted = localiseQuotes(units, translated, target.tags[0] ?? target.base);
      const texts = options.preserveFormatting
        ? quoted.map((one, index) => preserveFormatting(units[index]?.text ?? '', one))
        : quoted;
      return joinSegments(segmentation, texts, target.base);
    },
  };
};

const prepareDocument = (
  document: MarkupDocument,
  { language, target, maxCharacters, options }: PrepareOptions,
): PreparedText => {
  const split = splitDocument(document, { language, mode: options.splitMode, maxCharacters });
  const units = split.runs.flatMap((run) => run.units);
  return {
    units: units.map((markup) => ({
      unit: markup.unit,
      markup,
      isOversized: markup.frame.tokens.size > MAX_TOKENS || markup.unit.text.length > maxCharacters,
    })),
    assemble(translated) {
      const texts: string[] = [];
      for (const run of split.runs) {
        const own = translated.slice(texts.length, texts.length + run.units.length);
        const quoted = localiseQuotes(
          run.units.map(({ unit }) => unit),
          own,
          target.tags[0] ?? target.base,
        );
        for (const [index, markup] of run.units.entries()) {
          const text = quoted[index] ?? markup.unit.text;
          texts.push(options.preserveFormatting ? keepFormatting(markup, text) : text);
        }
      }
      return joinDocument(split, texts, target.base);
    },
  };
};

/** Tags at the edges of a sentence are not its first letter nor its final punctuation. */
const keepFormatting = ({ unit, frame }: MarkupUnit, translated: string): string => {
  const source = withoutEdgeTokens(unit.text, frame);
  const { before, words, after } = withoutEdgeTokens(translated, frame);
  return before + preserveFormatting(source.words, words) + after;
};
