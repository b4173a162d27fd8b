import { type Fields, fieldsOf, isObject, isSent, lineOf, textOf } from './body-fields.js';
import { AppError, invalidParameter } from './errors.js';
import { baseOf, findLanguage, hasVariant, type LanguageTag, toTag } from './languages.js';
import { STYLE_LIMITS, STYLE_PAGE } from './schemas/style.js';
import { unknownLanguage } from './suggest-language.js';

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
export interface SentStyle {
  readonly name: string;
  /** Base tag of the target language. */
  readonly language: LanguageTag;
  readonly configuredRules: ConfiguredRules;
  readonly instructions: readonly SentInstruction[];
}

/** A page of style rule lists. */
export interface StylePage {
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  /** Whether rules and instructions are wanted, too. */
  readonly isDetailed: boolean;
}

/**
 * The body of `POST /v3/style_rules`.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseStyleCreation = (body: unknown): SentStyle => {
  const fields = fieldsOf(body);
  const { configured_rules: rules, custom_instructions: instructions } = fields;
  return {
    name: nameOf(fields),
    language: languageOf(fields, 'language'),
    configuredRules: isSent(rules) ? rulesOf(rules) : {},
    instructions: isSent(instructions) ? instructionsOf(instructions) : [],
  };
};

/**
 * The body of `PATCH /v3/style_rules/{style_id}`.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseStyleNaming = (body: unknown): string => nameOf(fieldsOf(body));

/**
 * The body of `PUT /v3/style_rules/{style_id}/configured_rules`.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseConfiguredRules = (body: unknown): ConfiguredRules => rulesOf(body);

/**
 * The body of the calls that create or replace a custom instruction.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseInstruction = (body: unknown): SentInstruction => instructionOf(fieldsOf(body));

/**
 * The query of `GET /v3/style_rules`.
 *
 * @throws AppError `invalid_parameter`
 */
export const parseStylePage = (query: unknown): StylePage => {
  const {
    page = '0',
    page_size: size = `${STYLE_PAGE.usual}`,
    detailed = 'false',
  } = fieldsOf(query);
  if (!isWholeNumber(page)) {
    throw new AppError('invalid_parameter', {
      parameter: 'page',
      message: 'Parameter "page" must be a non-negative integer',
    });
  }
  if (!isWholeNumber(size) || Number(size) < 1 || Number(size) > STYLE_PAGE.most) {
    throw new AppError('invalid_parameter', {
      parameter: 'page_size',
      message: `Parameter "page_size" must be an integer between 1 and ${STYLE_PAGE.most}`,
    });
  }
  if (detailed !== 'true' && detailed !== 'false') {
    throw invalidParameter('detailed', 'Allowed: true, false.');
  }
  return { page: Number(page), pageSize: Number(size), isDetailed: detailed === 'true' };
};

/** More digits than any list has pages. */
const isWholeNumber = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{1,9}$/.test(value);

const shortText = (fields: Fields, parameter: string, most: number): string => {
  const text = textOf(fields, parameter).trim();
  if (text === '') throw invalidParameter(parameter, 'It is empty.');
  if ([...text].length > most) throw invalidParameter(parameter, `At most ${most} characters.`);
  return text;
};

const nameOf = (fields: Fields): string =>
  lineOf('name', shortText(fields, 'name', STYLE_LIMITS.nameCharacters));

const languageOf = (fields: Fields, parameter: string): LanguageTag => {
  const code = textOf(fields, parameter);
  const language = findLanguage(code);
  if (language) return toTag(language.code);
  const base = hasVariant(code) ? findLanguage(baseOf(code)) : undefined;
  if (base) {
    throw invalidParameter(parameter, `A style is for base languages: send ${base.code}.`);
  }
  throw unknownLanguage(parameter, code);
};

const rulesOf = (sent: unknown): ConfiguredRules => {
  const parameter = 'configured_rules';
  if (!isObject(sent)) throw invalidParameter(parameter, 'It is an object of categories.');
  let count = 0;
  for (const [category, rules] of Object.entries(sent)) {
    if (!isObject(rules)) throw invalidParameter(parameter, `'${category}' is an object of rules.`);
    for (const [rule, option] of Object.entries(rules)) {
      if (typeof option !== 'string') {
        throw invalidParameter(parameter, `The option of '${category}.${rule}' is a string.`);
      }
      for (const name of [category, rule, option]) {
        if (name.length > STYLE_LIMITS.ruleCharacters) {
          throw invalidParameter(
            parameter,
            `Names and options have at most ${STYLE_LIMITS.ruleCharacters} characters.`,
          );
        }
        lineOf(parameter, name);
      }
      count++;
    }
  }
  if (count > STYLE_LIMITS.configuredRules) {
    throw invalidParameter(parameter, `At most ${STYLE_LIMITS.configuredRules} rules.`);
  }
  return sent as ConfiguredRules;
};

const instructionsOf = (sent: unknown): readonly SentInstruction[] => {
  if (!Array.isArray(sent)) throw invalidParameter('custom_instructions', 'It is a list.');
  if (sent.length > STYLE_LIMITS.instructions) throw tooManyInstructions();
  return sent.map((instruction: unknown) => {
    if (!isObject(instruction)) {
      throw invalidParameter('custom_instructions', 'It is a list of objects.');
    }
    return instructionOf(instruction);
  });
};

/** The 400 for more instructions than a list may have, worded as existing clients expect. */
export const tooManyInstructions = (): AppError =>
  new AppError('invalid_parameter', {
    parameter: 'custom_instructions',
    message: `Maximum of ${STYLE_LIMITS.instructions} custom instructions allowed`,
  });

const instructionOf = (fields: Fields): SentInstruction => {
  const label = lineOf('label', shortText(fields, 'label', STYLE_LIMITS.labelCharacters));
  const sent = textOf(fields, 'prompt').trim();
  if ([...sent].length > STYLE_LIMITS.promptCharacters) {
    throw new AppError('invalid_parameter', {
      parameter: 'prompt',
      message: `Custom instruction prompt must be at most ${STYLE_LIMITS.promptCharacters} characters`,
    });
  }
  const prompt = lineOf('prompt', shortText(fields, 'prompt', STYLE_LIMITS.promptCharacters));
  return {
    label,
    prompt,
    ...(isSent(fields.source_language) && {
      sourceLanguage: languageOf(fields, 'source_language'),
    }),
  };
};
