import { ENTRIES, type Entry } from '../platform/configuration/settings/entries.js';
import { LANGUAGE_MODEL_MEMBERS } from '../platform/configuration/settings/language-models.js';
import type { Member } from '../platform/configuration/settings/object-list.js';
import {
  OTHER_VARIABLES,
  SETTING_KEYS,
  settingOf,
} from '../platform/configuration/settings/schema.js';
import { code, pageHead, table } from './markdown.js';

const INTRODUCTION = `Every setting can be given in a configuration file, in the environment and as a flag. Flags override
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
export const configurationPage = (): string => {
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
    pageHead('Configuration', INTRODUCTION),
    `## Settings\n\nThe server has ${SETTING_KEYS.length} settings.\n\n${table(headings, settings)}`,
    `## Language models\n\n${LANGUAGE_MODELS}\n\n${table(['Member', 'Default', 'Allowed', 'Meaning'], Object.entries<Member<unknown>>(LANGUAGE_MODEL_MEMBERS).map(memberRow))}`,
    `## Secrets\n\n${SECRETS}\n`,
    `## Other environment variables\n\n${table(['Environment', 'Meaning'], others)}\n${KUBERNETES}\n`,
  ].join('\n');
};
