import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../cli/program.js';
import { SETTINGS_GROUP } from '../platform/configuration/index.js';
import { code, pageHead, table } from './markdown.js';

const INTRODUCTION = `All commands with their arguments and options, as shown by \`--help\`. The [guide](../guide/using/command-line.md)
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
export const commandLinePage = (): string => {
  const program = createProgram();
  return [
    pageHead('Command line', INTRODUCTION),
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
