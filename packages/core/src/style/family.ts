import type { LanguageTag } from '@dragoman/contract';

/** What quotations are set in. */
export type QuotationStyle =
  | 'straight'
  | 'curly'
  | 'german'
  | 'guillemets'
  | 'reversed guillemets'
  | 'corner brackets';

/** Separators of a number; what is left out stays as it is in the text. */
export interface NumberFormat {
  readonly decimal?: '.' | ',';
  /** Between groups of three digits; empty for none. */
  readonly group?: '' | ',' | '.' | "'" | '\u00a0';
}

/** What a program can make of a text; what is left out stays as it is. */
export interface StyleSettings {
  readonly quotations?: QuotationStyle;
  readonly apostrophe?: "'" | '’';
  readonly ellipsis?: string;
  /** Between the two numbers of a range. */
  readonly range?: '–' | ' – ' | '-' | ' - ';
  /** Numbers of up to four digits before the decimal separator. */
  readonly shortNumbers?: NumberFormat;
  /** All other numbers. */
  readonly longNumbers?: NumberFormat;
  /** Before a percent sign. */
  readonly percentSpace?: '' | '\u00a0';
  /** Between a number and its unit. */
  readonly unitSpace?: '' | '\u00a0';
  /** Between dimensions such as 10 × 20. */
  readonly dimensions?: 'x' | ' x ' | '×' | ' × ';
  readonly era?: 'BC and AD' | 'BCE and CE';
  readonly hoursMinutes?: ':' | 'h' | ' h ';
  readonly clock?: '24 hours';
  readonly meridiem?: 'am' | 'a.m.' | 'AM' | 'A.M.';
  readonly eszett?: 'ss';
  readonly umlauts?: 'ae';
}

/** What an edit knows of the text. */
export interface StyleContext {
  /** What was translated. */
  readonly source: string;
  readonly sourceLanguage: LanguageTag;
  /** The target: a variant, or a base language. */
  readonly language: LanguageTag;
}

/** An option of a configured rule that a program can apply. */
export interface StyleOption {
  /** Category and name of the rule: `punctuation.ellipsis`. */
  readonly rule: string;
  readonly option: string;
  readonly settings: StyleSettings;
  /** Base languages in which it can be applied; by default all. */
  readonly languages?: readonly LanguageTag[];
}

/**
 * Options that belong together, and what applies them.
 *
 * The text of an edit has a sign of the private use area in the place of everything that has to stay:
 * tags, placeholders, addresses, code. An edit changes nothing but what its settings are about, and
 * nothing at all where it has no settings. To apply it twice is the same as to apply it once.
 */
export interface StyleFamily {
  readonly options: readonly StyleOption[];
  edit(text: string, settings: StyleSettings, context: StyleContext): string;
}

/** Options of one rule, each with its settings. */
export const rowsOf = (
  rule: string,
  settings: Readonly<Record<string, StyleSettings>>,
  languages?: readonly LanguageTag[],
): readonly StyleOption[] =>
  Object.entries(settings).map(([option, own]) => ({
    rule,
    option,
    settings: own,
    ...(languages && { languages }),
  }));
