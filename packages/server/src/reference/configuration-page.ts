import { ENTRIES, type Entry } from '../config/settings/entries.js';
import { OTHER_VARIABLES, SETTING_KEYS, settingOf } from '../config/settings/schema.js';
import { code, pageHead, table } from './markdown.js';

const INTRODUCTION = `Every setting can be given in a configuration file, in the environment and as a flag. A flag wins over
the environment, the environment over the file, and the file over the default.

The file holds one JSON object whose members are the setting names below. It is the one named by
\`--config\` or \`DRAGOMAN_CONFIG\`, otherwise \`dragoman.json\` in the working directory when it is there. Its
relative paths count from its own folder, all others from the working directory.

Sizes are bytes, plain or with a unit: \`131072\` and \`128KiB\` are the same. Lists have commas between
their items; in the file they may also be JSON arrays. A name that is unknown, a value out of bounds and
an empty value are refused at the start; the message says which one and where it came from.`;

const SECRETS = `A secret is never printed. Prefer the variant that names a file to all others: other users of the
machine can see the flags of a running program. One line end at the end of that file is ignored. Only
one of the two variants may be set in the same place.`;

const KUBERNETES = `In Kubernetes, a service named \`dragoman\` puts variables such as \`DRAGOMAN_PORT=tcp://…\` into every pod
beside it. The server refuses them; set \`enableServiceLinks: false\` in the pod.`;

const standard = ({ key, namesSecretFile }: Entry): string => {
  const { type, defaultValue } = settingOf(key);
  return namesSecretFile || defaultValue === undefined ? 'none' : code(type.show(defaultValue));
};

const meaning = ({ key, namesSecretFile }: Entry): string =>
  namesSecretFile
    ? `File whose content is the value of ${code(key)}.`
    : `${settingOf(key).description}${settingOf(key).isSecret ? ' Secret.' : ''}`;

const allowed = ({ key, namesSecretFile }: Entry): string =>
  namesSecretFile ? 'the path of a file' : settingOf(key).type.expects;

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
    `## Secrets\n\n${SECRETS}\n`,
    `## Other environment variables\n\n${table(['Environment', 'Meaning'], others)}\n${KUBERNETES}\n`,
  ].join('\n');
};
