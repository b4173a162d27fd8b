import type { ConfiguredRules, LanguageTag } from '@dragoman/contract';
import type { StyleSettings } from './families/family.js';
import { findStyleOption } from './style-options.js';

/** What is to be done about the rules of a style. */
export interface StylePlan {
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
const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};
