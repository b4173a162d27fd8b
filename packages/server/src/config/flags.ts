import { type Command, Option } from 'commander';
import { ENTRIES, type Entry } from './entries.js';
import { settingOf } from './schema.js';

const optionFor = (entry: Entry): Option => {
  const { type, description, defaultValue } = settingOf(entry.key);
  if (entry.namesSecretFile) {
    return new Option(`${entry.flag} <file>`, 'File that holds the value of the flag above.');
  }
  const standard = defaultValue === undefined ? '' : ` (default: ${type.show(defaultValue)})`;
  return new Option(`${entry.flag} ${type.placeholder}`, `${description}${standard}`);
};

const options = new Map(ENTRIES.map((entry) => [entry, optionFor(entry)]));

/** Adds `--config` and a flag for every setting. Values stay strings: the loader checks them. */
export const addConfigurationFlags = (command: Command): Command => {
  command.option(
    '--config <file>',
    'Configuration file (JSON). (default: dragoman.json, if there)',
  );
  for (const option of options.values()) command.addOption(option);
  return command;
};

/** What was given on the command line, in the form `loadConfiguration` takes it. */
export interface CollectedFlags {
  readonly flags: ReadonlyMap<Entry, string>;
  readonly configFile: string | undefined;
}

/** The flags given to a command that was parsed; those left out are absent. */
export const collectFlags = (command: Command): CollectedFlags => {
  const given = command.opts<Record<string, string | undefined>>();
  const flags = new Map<Entry, string>();
  for (const [entry, option] of options) {
    const value = given[option.attributeName()];
    if (value !== undefined) flags.set(entry, value);
  }
  return { flags, configFile: given.config };
};
