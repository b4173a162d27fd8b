import { type Command, Option } from 'commander';
import { ENTRIES, type Entry, SETTING_KEYS, type SettingKey, settingOf } from './settings.js';

const optionFor = (entry: Entry): Option => {
  const { type, description, defaultValue } = settingOf(entry.key);
  if (entry.namesSecretFile) {
    return new Option(`${entry.flag} <file>`, 'File that contains the value of the flag above.');
  }
  const standard = defaultValue === undefined ? '' : ` (default: ${type.show(defaultValue)})`;
  return new Option(`${entry.flag} ${type.placeholder}`, `${description}${standard}`);
};

const options = new Map(ENTRIES.map((entry) => [entry, optionFor(entry)]));

/** Heading of the settings in a help text. */
export const SETTINGS_GROUP = 'Settings:';

/**
 * Adds `--config` and a flag for every setting. Values stay strings: the loader checks them.
 *
 * @param shown the settings listed in the help of the command; the others are accepted as well
 */
export const addConfigurationFlags = (
  command: Command,
  shown: readonly SettingKey[] = SETTING_KEYS,
): Command => {
  const config = '--config <file>';
  const configText = 'Configuration file (JSON). (default: dragoman.json, if it exists)';
  command.addOption(new Option(config, configText).helpGroup(SETTINGS_GROUP));
  for (const entry of options.keys()) {
    const option = optionFor(entry).helpGroup(SETTINGS_GROUP);
    command.addOption(option.hideHelp(!shown.includes(entry.key)));
  }
  return command;
};

/** Commands that are to get the flags, with the settings that are shown. */
const waiting = new WeakMap<Command, readonly SettingKey[] | undefined>();

/** Marks a command for {@link completeFlags}; its flags are many, and a process needs those of one. */
export const withConfigurationFlags = (
  command: Command,
  shown?: readonly SettingKey[],
): Command => {
  waiting.set(command, shown);
  return command;
};

/**
 * Adds the flags to marked commands.
 *
 * @param words what was typed: only commands that are named there get them. By default all do.
 */
export const completeFlags = (program: Command, words?: readonly string[]): void => {
  for (const command of program.commands) {
    if (waiting.has(command) && words?.includes(command.name()) !== false) {
      addConfigurationFlags(command, waiting.get(command));
    }
    completeFlags(command, words);
  }
};

/** What was given on the command line, in the form `loadConfiguration` takes it. */
export interface CollectedFlags {
  readonly flags: ReadonlyMap<Entry, string>;
  readonly configFile: string | undefined;
}

/** The flags given to a parsed command; omitted ones are absent. */
export const collectFlags = (command: Command): CollectedFlags => {
  const given = command.opts<Record<string, string | undefined>>();
  const flags = new Map<Entry, string>();
  for (const [entry, option] of options) {
    const value = given[option.attributeName()];
    if (value !== undefined) flags.set(entry, value);
  }
  return { flags, configFile: given.config };
};
