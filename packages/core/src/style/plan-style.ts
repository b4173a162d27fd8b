import type { ConfiguredRules, LanguageTag } from '@dragoman/contract';
import { capitalised } from '../characters.js';
import type { StyleFamily, StyleOption, StyleSettings } from './family.js';
import { eras, numbers, ranges, spacing, times } from './numbers.js';
import { quotations } from './quotations.js';
import { apostrophes, ellipses, germanSpelling } from './spelling.js';

/** A style rule list, as translations use it. */
export interface Style {
  /** Base language of the target. */
  readonly language: LanguageTag;
  readonly configuredRules: ConfiguredRules;
  readonly instructions: readonly StyleInstruction[];
}

/** An instruction in the customer's words. */
export interface StyleInstruction {
  readonly prompt: string;
  /** The base language of the source it is for; undefined for all. */
  readonly sourceLanguage?: LanguageTag;
}

/** What is to be done about the rules of a style. */
interface StylePlan {
  /** What the pipeline applies, whatever the engine. */
  readonly settings: StyleSettings;
  /** What a rule says about formality. */
  readonly formality: 'more' | 'less' | undefined;
  /** The rules that no program can apply, as sentences for an engine that follows instructions. */
  readonly instructions: readonly string[];
}

/** The rule that is an engine's business, like the parameter of a request. */
export const FORMALITY_RULE = 'style_and_tone.formality';
export const FORMALITY_OPTIONS: Readonly<Record<string, 'more' | 'less'>> = {
  use_formal_tone: 'more',
  use_casual_tone: 'less',
};

/** What a program can apply, in the order in which it is applied. */
export const STYLE_FAMILIES: readonly StyleFamily[] = [
  germanSpelling,
  quotations,
  apostrophes,
  ellipses,
  ranges,
  eras,
  times,
  numbers,
  spacing,
];

/** Every option of a configured rule that a program can apply. */
export const STYLE_OPTIONS: readonly StyleOption[] = STYLE_FAMILIES.flatMap(
  ({ options }) => options,
);

/** What is written otherwise in a variant, whatever model translates: there is no ß in Switzerland. */
export const VARIANT_STYLES: Readonly<Record<LanguageTag, StyleSettings>> = {
  'de-CH': { eszett: 'ss' },
};

const byName = new Map(STYLE_OPTIONS.map((row) => [`${row.rule} ${row.option}`, row]));

/** The option of a rule, named `category.rule`; undefined where no program can apply it. */
const findStyleOption = (rule: string, option: string): StyleOption | undefined =>
  byName.get(`${rule} ${option}`);

/**
 * Decides for each rule what makes it take effect. Names of rules and options that nobody knows
 * become instructions, too: they are written to be read.
 *
 * @param language base language of the target
 */
export const planStyle = (rules: ConfiguredRules, language: LanguageTag): StylePlan => {
  let settings: StyleSettings = {};
  let formality: StylePlan['formality'];
  const instructions: string[] = [];
  for (const [category, options] of Object.entries(rules)) {
    for (const [name, option] of Object.entries(options)) {
      const rule = `${category}.${name}`;
      const known = findStyleOption(rule, option);
      const tone = rule === FORMALITY_RULE ? FORMALITY_OPTIONS[option] : undefined;
      if (tone) formality = tone;
      else if (known && (known.languages?.includes(language) ?? true)) {
        settings = { ...settings, ...known.settings };
      } else instructions.push(`${inWords(name)}: ${inWords(option).toLowerCase()}.`);
    }
  }
  return { settings, formality, instructions };
};

/** `serial_comma` as `Serial comma`. */
const inWords = (name: string): string => capitalised(name.replaceAll('_', ' ').trim());
