import * as z from 'zod';
import type { LanguageTag } from './languages.js';
import {
  baseLanguage,
  described,
  isLine,
  listed,
  NO_LINE,
  nameSchemas,
  objects,
  problem,
  queryFlag,
  REQUEST_SCHEMAS,
  RESPONSE_SCHEMAS,
  shortLine,
  unlessNull,
  wholeNumber,
} from './parameters.js';

/** What a style rule list may have. Characters are Unicode code points. */
export const STYLE_LIMITS = {
  nameCharacters: 1024,
  instructions: 200,
  labelCharacters: 100,
  promptCharacters: 300,
  configuredRules: 500,
  /** Of the name of a category, of a rule, and of an option. */
  ruleCharacters: 300,
  stylesPerKey: 1000,
} as const;

/** What is said about more instructions than a list may have, as existing clients expect. */
export const TOO_MANY_INSTRUCTIONS = `Maximum of ${STYLE_LIMITS.instructions} custom instructions allowed`;

/** Sizes of a page of style rule lists. */
export const STYLE_PAGE = { max: 25, default: 10 } as const;

/** Instructions of one translation that no style rule list contains. */
export const CUSTOM_INSTRUCTION_LIMITS = { instructions: 10, characters: 300 } as const;

/** The option of each rule, by category and name of the rule. */
export type ConfiguredRules = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A custom instruction as it was sent. */
export interface SentInstruction {
  readonly label: string;
  readonly prompt: string;
  /** Base tag; undefined for all source languages. */
  readonly sourceLanguage?: LanguageTag;
}

/** A style rule list to be created. */
export type SentStyle = z.output<typeof CREATE_STYLE_BODY>;

/** A page of style rule lists. */
export type StylePage = z.output<typeof STYLE_PAGE_QUERY>;

const NAME = `Name of the list, up to ${STYLE_LIMITS.nameCharacters} characters.`;
const LABEL = `Name of the instruction, up to ${STYLE_LIMITS.labelCharacters} characters.`;
const PROMPT = `What to do, up to ${STYLE_LIMITS.promptCharacters} characters.`;
const SOURCE_LANGUAGE =
  'Base code of the source language the instruction is for; for all of them if omitted.';
const RULES =
  'The option of each rule, by category: `{"punctuation":{"ellipsis":"use_three_periods"}}`. The page `docs/reference/style-rules.md` lists the rules that a program applies.';

const language = () => baseLanguage('A style');
const sentName = described(shortLine(STYLE_LIMITS.nameCharacters), NAME);

/** The body of the calls that create or replace a custom instruction. */
export const CUSTOM_INSTRUCTION_BODY = listed({
  label: described(shortLine(STYLE_LIMITS.labelCharacters), LABEL),
  prompt: described(shortLine(STYLE_LIMITS.promptCharacters), PROMPT),
  source_language: described(unlessNull(language().optional()), SOURCE_LANGUAGE),
}).transform(
  ({ label, prompt, source_language: sourceLanguage }): SentInstruction => ({
    label,
    prompt,
    ...(sourceLanguage !== undefined && { sourceLanguage }),
  }),
);

/** The first thing that is wrong with rules; undefined if nothing is. */
const findWrongRule = (sent: unknown): string | undefined => {
  if (!isObject(sent)) return 'It must be an object of categories.';
  let count = 0;
  for (const [category, rules] of Object.entries(sent)) {
    if (!isObject(rules)) return `'${category}' is an object of rules.`;
    for (const [rule, option] of Object.entries(rules)) {
      if (typeof option !== 'string') return `The option of '${category}.${rule}' is a string.`;
      for (const name of [category, rule, option]) {
        if (name.length > STYLE_LIMITS.ruleCharacters) {
          return `Names and options have at most ${STYLE_LIMITS.ruleCharacters} characters.`;
        }
        if (!isLine(name)) return NO_LINE;
      }
      count++;
    }
  }
  return count > STYLE_LIMITS.configuredRules
    ? `At most ${STYLE_LIMITS.configuredRules} rules.`
    : undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rules with a fixed vocabulary; also the body of `PUT …/configured_rules`. */
export const CONFIGURED_RULES_BODY = described(
  z.preprocess(
    (sent, context) => {
      const reason = findWrongRule(sent);
      if (reason === undefined) return sent;
      // Where the rules are the body, no member names them.
      context.addIssue(problem('custom', () => reason, 'configured_rules'));
      return z.NEVER;
    },
    z.record(z.string(), z.record(z.string(), z.string())),
  ),
  RULES,
);

/** The body of `POST /v3/style_rules`. */
export const CREATE_STYLE_BODY = z
  .object({
    name: sentName,
    language: described(
      language(),
      'Base code of the target language; it serves all its variants.',
    ),
    configured_rules: unlessNull(CONFIGURED_RULES_BODY.optional()),
    custom_instructions: described(
      unlessNull(
        objects(
          CUSTOM_INSTRUCTION_BODY,
          STYLE_LIMITS.instructions,
          `At most ${STYLE_LIMITS.instructions}.`,
        ).optional(),
      ),
      'Instructions for engines that follow them.',
    ),
  })
  .transform(({ name, language, configured_rules = {}, custom_instructions = [] }) => ({
    name,
    /** Base tag of the target language. */
    language,
    configuredRules: configured_rules as ConfiguredRules,
    instructions: custom_instructions as readonly SentInstruction[],
  }));

/** The body of `PATCH /v3/style_rules/{style_id}`. */
export const RENAME_STYLE_BODY = z.object({ name: sentName });

/** The query of `GET /v3/style_rules`. */
export const STYLE_PAGE_QUERY = z
  .object({
    page: described(wholeNumber(0, 999_999_999, 0), 'Number of the page, from 0 (default).', '0'),
    page_size: described(
      wholeNumber(1, STYLE_PAGE.max, STYLE_PAGE.default),
      `Style rules per page, from 1 to ${STYLE_PAGE.max} (default ${STYLE_PAGE.default}).`,
      '10',
    ),
    detailed: described(
      queryFlag,
      'Whether to list rules and instructions as well; by default not.',
      'false',
    ),
  })
  .transform(({ page, page_size, detailed }) => ({
    /** From 0. */
    page,
    pageSize: page_size,
    isDetailed: detailed,
  }));

const name = described(z.string().min(1), NAME);
const label = described(z.string().min(1), LABEL);
const prompt = described(z.string().min(1), PROMPT);
const sourceLanguage = described(z.string(), SOURCE_LANGUAGE);
const CONFIGURED_RULES = described(z.record(z.string(), z.record(z.string(), z.string())), RULES);

export const CUSTOM_INSTRUCTION = z.object({
  id: described(z.uuid(), 'Identifies the instruction within its list.'),
  label,
  prompt,
  source_language: sourceLanguage.optional(),
});

/** A style rule list as the calls of v3 return it. */
export const STYLE = z.object({
  style_id: described(z.uuid(), 'Identifies the list.'),
  name,
  language: described(z.string(), 'Lower-case base code of the target language.'),
  version: described(z.int().min(1), 'Rises by 1 with every change.'),
  creation_time: described(z.iso.datetime(), 'When it was created.'),
  updated_time: described(z.iso.datetime(), 'When it was changed last.'),
  configured_rules: CONFIGURED_RULES.optional(),
  custom_instructions: z.array(CUSTOM_INSTRUCTION).optional(),
});

export const STYLES = z.object({
  style_rules: described(
    z.array(STYLE),
    'The oldest first. Rules and instructions are only there with `detailed`.',
  ),
});

export type WireStyle = z.output<typeof STYLE>;
export type WireCustomInstruction = z.output<typeof CUSTOM_INSTRUCTION>;

nameSchemas(REQUEST_SCHEMAS, {
  StyleCreation: CREATE_STYLE_BODY,
  StyleRename: RENAME_STYLE_BODY,
  ConfiguredRules: CONFIGURED_RULES_BODY,
  SentInstruction: CUSTOM_INSTRUCTION_BODY,
});
nameSchemas(RESPONSE_SCHEMAS, {
  Style: STYLE,
  Styles: STYLES,
  CustomInstruction: CUSTOM_INSTRUCTION,
});
