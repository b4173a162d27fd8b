import { ERRORS, LANGUAGES, type Language, UNLISTED_LANGUAGES } from '@dragoman/contract';
import { FORMALITY_OPTIONS, FORMALITY_RULE, STYLE_OPTIONS, type StyleOption } from '@dragoman/core';
import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../cli/program.js';
import { SETTINGS_GROUP } from '../platform/configuration/flags.js';
import { LANGUAGE_MODEL_MEMBERS } from '../platform/configuration/language-model-settings.js';
import type { Member } from '../platform/configuration/setting-types.js';
import {
  ENTRIES,
  type Entry,
  OTHER_VARIABLES,
  SETTING_KEYS,
  settingOf,
} from '../platform/configuration/settings.js';
import { type Route, TAGS } from '../platform/http/define-route.js';
import { pathOf } from '../platform/openapi/document.js';
import { ROUTES } from '../routes.js';
import { code, pageHead, table } from './markdown.js';

interface ReferencePage {
  /** Name in `docs/reference`. */
  readonly fileName: string;
  readonly text: string;
}

/** Folder of the pages, the same seen from `src` and from `dist`. */
export const REFERENCE_FOLDER = new URL('../../../../docs/reference/', import.meta.url);

const INTRODUCTION = `An error response is a JSON object with \`message\`, \`code\` and \`request_id\`, and with \`parameter\`
if a parameter is invalid. \`request_id\` equals the \`X-Trace-ID\` header. The message may be more
specific than the one below. Where a retry can help, the same request may succeed later; wait as long
as \`Retry-After\` says, if the response has that header.`;

/** The page about all error codes, from their table. */
const errorsPage = (): string => {
  const rows = Object.entries(ERRORS).map(([name, { status, isRetryable, message }]) => [
    code(name),
    String(status),
    isRetryable ? 'yes' : 'no',
    message,
  ]);
  const headings = ['Code', 'Status', 'Worth retrying', 'Message'];
  return `${pageHead('Errors', INTRODUCTION)}\n${table(headings, rows)}`;
};

const HTTP_INTRODUCTION = `The HTTP operations of the server. A running server documents them in full, with parameters, examples and errors: on the
page \`/docs\`, and for programs at \`/openapi.json\` (OpenAPI 3.1). Send the key in the header
\`Authorization: Service-Auth-Key <API key>\`.`;

const row = (route: Route): readonly string[] => [
  code(`${route.method.toUpperCase()} ${pathOf(route)}`),
  route.summary,
  route.permissions?.map(code).join(' or ') ?? 'no key',
];

/** The page about all operations, from their definitions. */
const httpPage = (): string =>
  [
    pageHead('HTTP operations', HTTP_INTRODUCTION),
    ...Object.entries(TAGS).map(([tag, description]) => {
      const rows = ROUTES.filter((route) => route.tag === tag).map(row);
      return `## ${tag}\n\n${description}\n\n${table(['Operation', 'What it does', 'Permission'], rows)}`;
    }),
  ].join('\n');

const LANGUAGES_INTRODUCTION = `The language codes of the API. Requests may use upper or lower case; responses use upper case. Which
pairs a server translates depends on what is installed: \`GET /v2/languages\` lists them.

A base code as the target stands for its default variant. A variant that shares its base's model is
translated by any model of the base language; the others need their own model. Variants cannot be
source languages.`;

const UNLISTED = `If installed, these can be requested by code, but \`/v2/languages\` does not list them, because existing
clients do not know them.`;

const variants = (language: Language, isShared: boolean): string =>
  (language.variants ?? [])
    .filter((variant) => variant.sharesBaseModel === isShared)
    .map((variant) => `${code(variant.code)} ${variant.name}`)
    .join(', ');

const languageTable = (languages: readonly Language[]): string => {
  const headings = [
    'Code',
    'Name',
    'Variants sharing the base model',
    'Variants with their own model',
    'Default variant',
  ];
  return table(
    headings,
    languages.map((language) => [
      code(language.code),
      language.name,
      variants(language, true),
      variants(language, false),
      code(language.designatedVariant),
    ]),
  );
};

/** The page about all language codes, from their table. */
const languagesPage = (): string =>
  [
    pageHead('Languages', LANGUAGES_INTRODUCTION),
    languageTable(LANGUAGES),
    `## Unlisted languages\n\n${UNLISTED}\n\n${table(
      ['Code', 'Name'],
      UNLISTED_LANGUAGES.map((language) => [code(language.code), language.name]),
    )}`,
  ].join('\n');

const COMMAND_LINE_INTRODUCTION = `All commands with their arguments and options, as shown by \`--help\`. The [guide](../guide/using/command-line.md)
explains how to use them. In addition to its own options, every command that works on an installation accepts all
[settings](configuration.md) as flags.`;

const EXIT_CODES = table(
  ['Code', 'Meaning'],
  [
    ['0', 'done'],
    ['1', 'failed: something could not be read, translated, reached or written'],
    ['2', 'wrong usage: an option, argument or setting is invalid; nothing was done'],
    ['130, 143', 'interrupted by Ctrl+C or terminated; no incomplete output file is left'],
  ],
);

/** The page about the command line, from the program itself. */
const commandLinePage = (): string => {
  const program = createProgram();
  return [
    pageHead('Command line', COMMAND_LINE_INTRODUCTION),
    `## Exit codes\n\n${EXIT_CODES}`,
    ...sectionsOf(program, program.name()),
  ].join('\n');
};

const sectionsOf = (command: Command, path: string): readonly string[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .flatMap((child) => {
      // Not `help`, which commander adds itself.
      if (!command.commands.includes(child)) return [];
      const name = `${path} ${child.name()}`;
      return child.commands.length > 0 ? sectionsOf(child, name) : [sectionOf(child, name)];
    });

const sectionOf = (command: Command, name: string): string => {
  const settings = command.options.filter((option) => option.helpGroupHeading === SETTINGS_GROUP);
  const options = command.options.filter((option) => !option.hidden && !settings.includes(option));
  const shown = settings.filter(({ hidden }) => !hidden);
  // A command that accepts all of them is documented on the page of the settings.
  const isAboutSettings = settings.length > 0 && shown.length === settings.length;
  const rows = [
    ...command.registeredArguments.map(argumentRow),
    ...options.map(optionRow),
    ...(isAboutSettings ? [] : shown.map(optionRow)),
  ];
  const parts = [
    `## ${code(name)}`,
    `${command.description().replace(/^./, (letter) => letter.toUpperCase())}.`,
    ...(rows.length > 0 ? [table(['Argument or option', 'Meaning'], rows).trimEnd()] : []),
    ...(isAboutSettings ? ['Its options are the [settings](configuration.md).'] : []),
  ];
  return `${parts.join('\n\n')}\n`;
};

const argumentRow = (argument: Argument): readonly string[] => {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return [
    code(argument.required ? `<${name}>` : `[${name}]`),
    withChoices(argument.description, argument.argChoices),
  ];
};

const optionRow = ({ flags, description, argChoices, mandatory }: Option): readonly string[] => [
  code(flags),
  withChoices(mandatory ? `${description} (needed)` : description, argChoices),
];

const withChoices = (description: string, choices: readonly string[] | undefined): string =>
  choices ? `${description}: ${choices.map(code).join(', ')}` : description;

const CONFIGURATION_INTRODUCTION = `Every setting can be given in a configuration file, in the environment and as a flag. Flags override
the environment, the environment overrides the file, and the file overrides the defaults.

The file contains one JSON object whose members are the setting names below. Its path is given by
\`--config\` or \`DRAGOMAN_CONFIG\`; the default is \`dragoman.json\` in the working directory, if it exists.
Relative paths in it start at its own folder, all others at the working directory.

Sizes are bytes, plain or with a unit: \`131072\` and \`128KiB\` are the same. List items are
separated by commas; in the file, lists may also be JSON arrays. Unknown names, values out of range and
empty values are errors at start; the message says which one and where it came from.`;

const SECRETS = `Secrets are never printed. Prefer the variant that names a file: other users of the machine can see
the flags of a running program. A line end at the end of that file is ignored. Only one of the two
variants may be set in the same place.`;

const KUBERNETES = `In Kubernetes, a service named \`dragoman\` puts variables such as \`DRAGOMAN_PORT=tcp://…\` into every pod
of its namespace. The server refuses them; set \`enableServiceLinks: false\` in the pod.`;

const standard = ({ key, namesSecretFile }: Entry): string => {
  const { type, defaultValue } = settingOf(key);
  return namesSecretFile || defaultValue === undefined ? 'none' : code(type.show(defaultValue));
};

const meaning = ({ key, namesSecretFile }: Entry): string =>
  namesSecretFile
    ? `File that contains the value of ${code(key)}.`
    : `${settingOf(key).description}${settingOf(key).isSecret ? ' Secret.' : ''}`;

const allowed = ({ key, namesSecretFile }: Entry): string =>
  namesSecretFile ? 'the path of a file' : settingOf(key).type.expects;

const LANGUAGE_MODELS = `Each object of \`languageModels\` describes one model; the [guide](../guide/models/language-models.md) has
examples. In a variable or flag, the list is JSON text.`;

const memberRow = ([name, member]: readonly [string, Member<unknown>]): readonly string[] => {
  const { type, defaultValue, isOptional, description } = member;
  const standardValue = defaultValue === undefined ? 'none' : code(type.show(defaultValue));
  return [
    code(name),
    isOptional || defaultValue !== undefined ? standardValue : 'required',
    type.expects,
    description,
  ];
};

/** The page about all settings, from their table. */
const configurationPage = (): string => {
  const settings = ENTRIES.map((entry) => [
    code(entry.fileKey),
    code(entry.environmentName),
    code(entry.flag),
    standard(entry),
    allowed(entry),
    meaning(entry),
  ]);
  const headings = ['Setting', 'Environment', 'Flag', 'Default', 'Allowed', 'Meaning'];
  const others = OTHER_VARIABLES.map((row) => [code(row.environmentName), row.description]);
  return [
    pageHead('Configuration', CONFIGURATION_INTRODUCTION),
    `## Settings\n\nThe server has ${SETTING_KEYS.length} settings.\n\n${table(headings, settings)}`,
    `## Language models\n\n${LANGUAGE_MODELS}\n\n${table(['Member', 'Default', 'Allowed', 'Meaning'], Object.entries<Member<unknown>>(LANGUAGE_MODEL_MEMBERS).map(memberRow))}`,
    `## Secrets\n\n${SECRETS}\n`,
    `## Other environment variables\n\n${table(['Environment', 'Meaning'], others)}\n${KUBERNETES}\n`,
  ].join('\n');
};

const STYLE_RULES_INTRODUCTION = `Which rules of [style rules](../guide/using/style-rules.md) take effect, and where. Whatever engine translates,
the program applies the rules of the first table itself: not in placeholders, tags, addresses and code,
and not where the text does not say clearly what is meant.`;

const OTHERS = `Every other rule, and every other option of these rules, is given to an engine that follows instructions,
as are all custom instructions. If none is installed for the pair of languages, a translation with the style rule is refused with a 400 that names
the rule. \`GET /v3/languages\` shows which targets have such an engine: they have the feature \`custom_instructions\`.`;

/** What each rule does, and where it does nothing because that would be a guess. */
const EFFECTS: Readonly<Record<string, string>> = {
  'punctuation.quotation_mark':
    'Quotations in double marks, in pairs and not nested. Curly ones are those of the language.',
  'punctuation.quotation_mark_and_apostrophe':
    'Quotations in double marks, in pairs and not nested; apostrophes after letters.',
  'punctuation.quotation_style':
    'Quotations in double marks, in pairs. A text with quotations in quotations stays as it is.',
  'punctuation.apostrophe':
    'Apostrophes after letters; between letters only, where single quotation marks may be meant.',
  'punctuation.ellipsis': 'Three points, in whatever way they are written.',
  'punctuation.range_indicator':
    'Ranges of two numbers of up to three digits, or of two years. The first number is the smaller one.',
  'numbers.decimal_separator':
    'Numbers with a separator that have the same value as one in the source. Not after the name of a product or a word such as *version*.',
  'numbers.thousands_separator':
    'Numbers with a separator that have the same value as one in the source. Digits without a separator stay as they are.',
  'numbers.numbers_up_to_4_digits':
    'As above, for numbers with up to four digits before the decimal separator.',
  'numbers.numbers_of_5_digits_or_more': 'As above, for all other numbers.',
  'numbers.percentage_format': 'The space before a percent sign after a number.',
  'numbers.units_of_measure_spacing':
    'The space before units that are no words, such as km, kg, GB and °C.',
  'formatting.space_between_arabic_numerals_and_unit':
    'The space before units that are no words, such as km, kg, GB and °C.',
  'numbers.dimensions_separator': 'Between numbers only.',
  'dates_and_times.calendar_era': 'Next to numbers.',
  'dates_and_times.hours_minutes_separator': 'Times of hours and minutes.',
  'dates_and_times.time_format': 'Times with *am* or *pm*. Times without them stay as they are.',
  'spelling_and_grammar.eszett': 'All words.',
  'spelling_and_grammar.umlauts': 'All words.',
};

const rowOf = (rule: string, options: readonly StyleOption[]): readonly string[] => [
  code(rule),
  options.map(({ option }) => code(option)).join('<br>'),
  options[0]?.languages?.join(', ') ?? 'all',
  EFFECTS[rule] ?? '',
];

/** The page about the rules of styles, from the table of what the program applies. */
const styleRulesPage = (): string => {
  const rules = [...new Set(STYLE_OPTIONS.map(({ rule }) => rule))];
  const headings = ['Rule', 'Options', 'Languages', 'What is changed'];
  const formality = Object.entries(FORMALITY_OPTIONS).map(([option, value]) => [
    code(option),
    code(value),
  ]);
  return [
    pageHead('Style rules', STYLE_RULES_INTRODUCTION),
    `## Applied by the program\n\n${table(
      headings,
      rules.map((name) =>
        rowOf(
          name,
          STYLE_OPTIONS.filter(({ rule }) => rule === name),
        ),
      ),
    )}`,
    `## Applied by an engine that can choose the formality\n\n${code(FORMALITY_RULE)} is the same as the parameter \`formality\`, which has priority over it.\n\n${table(
      ['Option', '`formality`'],
      formality,
    )}`,
    `## Given to an engine that follows instructions\n\n${OTHERS}\n`,
  ].join('\n');
};

/** All generated pages of the reference. */
export const referencePages = (): readonly ReferencePage[] => [
  { fileName: 'command-line.md', text: commandLinePage() },
  { fileName: 'configuration.md', text: configurationPage() },
  { fileName: 'errors.md', text: errorsPage() },
  { fileName: 'http.md', text: httpPage() },
  { fileName: 'languages.md', text: languagesPage() },
  { fileName: 'style-rules.md', text: styleRulesPage() },
];
