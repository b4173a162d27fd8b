import type { Argument, Command, Option } from 'commander';

/** Lists of words that depend on what is installed; the script asks the program for them. */
export const WORD_LISTS = [
  'sources',
  'targets',
  'addable',
  'pullable',
  'published',
  'models',
] as const;

export type WordList = (typeof WORD_LISTS)[number];

export const isWordList = (word: string): word is WordList =>
  (WORD_LISTS as readonly string[]).includes(word);

/**
 * What is allowed in a position: certain words, a list that depends on what is installed, the name
 * of a file or folder, or anything.
 */
export type Values = readonly string[] | WordList | 'file' | 'folder' | 'anything';

export interface DescribedOption {
  /** `--quiet`, `-q` */
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined for a switch. */
  readonly values: Values | undefined;
}

/** A command with what may follow it. */
export interface DescribedCommand {
  /** The words that lead to it, such as `keys create`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly DescribedOption[];
  readonly argument: Values;
}

/** A program and all its commands, without what its help hides. */
export const describeProgram = (program: Command, path = ''): readonly DescribedCommand[] => {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const own = {
    path,
    commands: commands.map((command) => ({
      name: command.name(),
      description: command.description(),
    })),
    options: help.visibleOptions(program).map(describeOption),
    argument: ARGUMENTS[path] ?? valuesOf(program.registeredArguments[0]),
  };
  const children = program.commands.flatMap((command) =>
    describeProgram(command, `${path} ${command.name()}`.trim()),
  );
  return [own, ...children];
};

const describeOption = (option: Option): DescribedOption => ({
  names: [option.long, option.short].filter((name) => name !== undefined && name !== null),
  description: option.description,
  values: option.required || option.optional ? valuesOf(option) : undefined,
});

const PLACEHOLDERS: Readonly<Record<string, Values>> = {
  '--from <language>': 'sources',
  '--to <language>': 'targets',
  '<file>': 'file',
  '<path>': 'file',
  '<path...>': 'file',
  '<folder>': 'folder',
  '<folder...>': 'folder',
  '<language...>': 'addable',
  '<model or pair...>': 'models',
};

/** Arguments that mean different things in different commands. */
const ARGUMENTS: Readonly<Record<string, Values>> = {
  'models pull': 'pullable',
  'models available': 'published',
};

const valuesOf = (place: Option | Argument | undefined): Values => {
  if (!place) return 'anything';
  if (place.argChoices) return place.argChoices;
  if (!('flags' in place)) {
    return PLACEHOLDERS[`<${place.name()}${place.variadic ? '...' : ''}>`] ?? 'anything';
  }
  const placeholder = place.flags.replace(/^.* /, '');
  return PLACEHOLDERS[`${place.long} ${placeholder}`] ?? PLACEHOLDERS[placeholder] ?? 'anything';
};

/** Text as one word of fish, where a backslash counts between single quotes. */
export const quoteForFish = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
