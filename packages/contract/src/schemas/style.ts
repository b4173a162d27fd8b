import { z } from 'zod';

/** What a style rule list may have. Characters are Unicode code points. */
export const STYLE_LIMITS = {
  nameCharacters: 1024,
  instructions: 200,
  labelCharacters: 100,
  promptCharacters: 300,
  configuredRules: 500,
  /** Of the name of a category, of a rule, and of an option. */
  ruleCharacters: 300,
  listsPerKey: 1000,
} as const;

/** Sizes of a page of style rule lists. */
export const STYLE_PAGE = { most: 25, usual: 10 } as const;

/** Instructions of one translation that no style rule list contains. */
export const CUSTOM_INSTRUCTION_LIMITS = { instructions: 10, characters: 300 } as const;

const described = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.meta({ description });

const name = described(
  z.string().min(1),
  `Name of the list, up to ${STYLE_LIMITS.nameCharacters} characters.`,
);
const label = described(
  z.string().min(1),
  `Name of the instruction, up to ${STYLE_LIMITS.labelCharacters} characters.`,
);
const prompt = described(
  z.string().min(1),
  `What to do, up to ${STYLE_LIMITS.promptCharacters} characters.`,
);
const sourceLanguage = described(
  z.string(),
  'Base code of the source language the instruction is for; for all of them if omitted.',
);

/** The body of the calls that create or replace a custom instruction. */
export const CUSTOM_INSTRUCTION_BODY = z.object({
  label,
  prompt,
  source_language: sourceLanguage.optional(),
});

/** Rules with a fixed vocabulary; also the body of `PUT …/configured_rules`. */
export const CONFIGURED_RULES = described(
  z.record(z.string(), z.record(z.string(), z.string())),
  'The option of each rule, by category: `{"punctuation":{"ellipsis":"use_three_periods"}}`. The page `docs/reference/style-rules.md` lists the rules that a program applies.',
);

/** The body of `POST /v3/style_rules`. */
export const STYLE_CREATION = z.object({
  name,
  language: described(z.string(), 'Base code of the target language; it serves all its variants.'),
  configured_rules: CONFIGURED_RULES.optional(),
  custom_instructions: described(
    z.array(CUSTOM_INSTRUCTION_BODY).max(STYLE_LIMITS.instructions),
    'Instructions for engines that follow them.',
  ).optional(),
});

/** The body of `PATCH /v3/style_rules/{style_id}`. */
export const STYLE_NAMING = z.object({ name });

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
