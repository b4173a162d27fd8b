import { type Command, Option } from 'commander';
import { withConfigurationFlags } from '../../configuration/flags.js';
import { lazily } from '../../platform/cli/command.js';

type Commands = typeof import('./memories-command-actions.js');

/** One of the commands, which open the database or call a server. */
const run = (name: keyof Commands) =>
  lazily(async () => (await import('./memories-command-actions.js'))[name]);

/**
 * Adds `dragoman memories …`, which works on the database, whether a server is running or not, or
 * through a server.
 *
 * @param server makes the option that names a server
 */
export const addMemoriesCommand = (program: Command, server: (what: string) => Option): void => {
  const memories = program
    .command('memories')
    .description('import, export, list and remove translation memories');
  const configured = (name: string) =>
    withConfigurationFlags(memories.command(name), ['dataDirectory', 'databaseUrl', 'authKey'])
      .addOption(server('use the translation memories on this server').conflicts('key'))
      .option(
        '--key <key>',
        'key that owns the memories, by id or name; by default the configured or the first one',
      );
  const memory = '<memory>';
  const memoryHelp = 'id of the memory as shown by `list`, the beginning of the id, or the name';

  configured('import')
    .description('create a translation memory from a TMX file')
    .argument('<file>', 'TMX, up to 1 GiB')
    .option('--name <name>', 'name of the memory; by default that of the file')
    .action(run('importCommand'));
  configured('export')
    .description('print a translation memory as TMX')
    .argument(memory, memoryHelp)
    .action(run('exportCommand'));
  configured('list')
    .description('list the translation memories of a key')
    .addOption(new Option('--json', 'print JSON').default(false))
    .action(run('listCommand'));
  configured('remove')
    .description('remove a translation memory')
    .argument(memory, memoryHelp)
    .action(run('removeCommand'));
};
