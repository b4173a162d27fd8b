import { ENTRIES_FORMATS } from '@dragoman/contract';
import { type Command, Option } from 'commander';
import { withConfigurationFlags } from '../../configuration/flags.js';
import { lazily } from '../../platform/cli/command.js';

type Commands = typeof import('./glossaries-command-actions.js');

/** One of the commands, which open the database or call a server. */
const run = (name: keyof Commands) =>
  lazily(async () => (await import('./glossaries-command-actions.js'))[name]);

/**
 * Adds `dragoman glossaries …`, which works on the database, whether a server is running or not, or
 * through a server.
 *
 * @param server makes the option that names a server
 */
export const addGlossariesCommand = (program: Command, server: (what: string) => Option): void => {
  const glossaries = program
    .command('glossaries')
    .description('import, export, list and remove glossaries');
  const configured = (name: string) =>
    withConfigurationFlags(glossaries.command(name), ['dataDirectory', 'databaseUrl', 'authKey'])
      .addOption(server('use the glossaries on this server').conflicts('key'))
      .option(
        '--key <key>',
        'key that owns the glossaries, by id or name; by default the configured or the first one',
      );
  const format = (what: string) =>
    new Option('--format <format>', `format of the entries; ${what}`).choices(ENTRIES_FORMATS);
  const glossary = '<glossary>';
  const glossaryHelp =
    'id of the glossary as shown by `list`, the beginning of the id, or the name';
  const withPair = (command: Command, what: string) =>
    command
      .option('--from <language>', `source language; ${what}`)
      .option('--to <language>', 'target language');

  configured('import')
    .description('read the entries of a language pair; those that the glossary has are replaced')
    .argument('<file>', 'TSV or CSV in UTF-8')
    .requiredOption('--name <name>', 'name or id of the glossary; created if there is none')
    .requiredOption('--from <language>', 'source language, such as en or English')
    .requiredOption('--to <language>', 'target language, without a variant')
    .addOption(format('by default csv for files named .csv, otherwise tsv'))
    .action(run('importCommand'));
  withPair(configured('export'), 'by default that of the only dictionary')
    .description('print the entries of a language pair')
    .argument(glossary, glossaryHelp)
    .addOption(format('by default tsv'))
    .action(run('exportCommand'));
  configured('list')
    .description('list the glossaries of a key')
    .addOption(new Option('--json', 'print JSON').default(false))
    .action(run('listCommand'));
  withPair(configured('remove'), 'by default all dictionaries are removed')
    .description('remove a glossary, or one of its dictionaries')
    .argument(glossary, glossaryHelp)
    .action(run('removeCommand'));
};
