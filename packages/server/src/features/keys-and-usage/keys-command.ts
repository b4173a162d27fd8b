import { LABEL_PATTERN } from '@dragoman/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withConfigurationFlags } from '../../configuration/flags.js';
import { PLANS } from '../../platform/accounts/key-record.js';
import { lazily } from '../../platform/cli/command.js';
import { PERMISSIONS, type Permission } from '../../platform/http/permissions.js';

type Commands = typeof import('./keys-command-actions.js');

/** One of the commands, which open the database. */
const run = (name: keyof Commands) =>
  lazily(async () => (await import('./keys-command-actions.js'))[name]);

const MAX_NAME_LENGTH = 200;

/** Adds `dragoman keys …`, which works on the database, whether a server is running or not. */
export const addKeysCommand = (program: Command): void => {
  const keys = program.command('keys').description('create and manage API keys');
  const configured = (name: string) =>
    withConfigurationFlags(keys.command(name), ['dataDirectory', 'databaseUrl']);
  const json = () => new Option('--json', 'print JSON').default(false);
  const permissions = () =>
    new Option(
      '--permissions <list>',
      `permissions of the key, separated by commas: ${PERMISSIONS.join(', ')}`,
    ).argParser(readPermissions);
  // The other way to name a key, which was the only one of `create`.
  const nameOption = () => new Option('--name <name>', 'the same as the argument').hideHelp();
  const withLimits = (command: Command) =>
    command
      .option('--characters <number>', 'characters per month, or none', readLimit)
      .option('--requests-per-minute <number>', 'requests per minute, or none', readLimit)
      .option('--characters-per-minute <number>', 'characters per minute, or none', readLimit)
      .option('--documents <number>', 'documents per month, or none', readLimit)
      .option('--tokens <number>', 'language model tokens per day, or none', readLimit);
  const key = '<key>';
  const keyHelp = 'id of the key as shown by `list`, the beginning of the id, or the name';

  withLimits(configured('create'))
    .description('create a key and show it once')
    .usage('[options] <name>')
    .argument('[name]', 'what the key is for, such as a team', readName)
    .addOption(nameOption().argParser(readName))
    .addOption(
      new Option('--plan <plan>', 'keys of free plans end in :fx').choices(PLANS).default('paid'),
    )
    .option('--limit <characters>', 'the same as --characters', readLimit)
    .addOption(permissions())
    .addOption(json())
    .action(run('createCommand'));
  configured('list')
    .description('list the keys and their usage this month')
    .addOption(json())
    .action(run('listCommand'));
  configured('show')
    .description('show one key and its usage this month')
    .argument(key, keyHelp)
    .addOption(json())
    .action(run('showCommand'));
  configured('rename')
    .description('rename a key')
    .argument(key, keyHelp)
    .argument('<name>', 'the new name', readName)
    .action(run('renameCommand'));
  withLimits(configured('limit'))
    .description('change the given limits')
    .usage('[options] <key> [characters]')
    .argument('[key]', keyHelp)
    .argument('[characters]', 'the same as --characters', readLimit)
    .addOption(nameOption())
    .action(run('limitCommand'));
  configured('permit')
    .description('change the permissions of a key')
    .argument(key, keyHelp)
    .addOption(permissions().makeOptionMandatory())
    .action(run('permitCommand'));
  configured('revoke')
    .description('revoke a key permanently')
    .argument(key, keyHelp)
    .action(run('revokeCommand'));
  configured('rotate')
    .description('give a key a new secret and show it once; the old one stops working')
    .argument(key, keyHelp)
    .addOption(json())
    .action(run('rotateCommand'));
  configured('audit')
    .description(
      'show changes of keys, glossaries, style rule lists and translation memories, newest first',
    )
    .option('--last <number>', 'number of changes to show', readCount, 50)
    .addOption(json())
    .action(run('auditCommand'));
  configured('shorten-audit')
    .description('remove old changes from the audit log, and record that in it')
    .requiredOption('--before <date>', 'remove the changes before this day (UTC)', readPastDay)
    .action(run('shortenAuditCommand'));
};

const readName = (text: string): string => {
  const name = text.trim();
  if (name.length <= MAX_NAME_LENGTH && LABEL_PATTERN.test(name)) return name;
  throw new InvalidArgumentError(`A name has 1 to ${MAX_NAME_LENGTH} printable characters.`);
};

const readLimit = (text: string): number | null => {
  if (text === 'none') return null;
  return readCount(text);
};

const readCount = (text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number, or 'none' for no limit.");
};

const readPastDay = (text: string): string => {
  const atMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // JavaScript takes 30 February for 2 March.
  const isDay = !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
  if (isDay && atMs <= Date.now()) return text;
  throw new InvalidArgumentError('It must be a day that has begun, such as 2026-01-31.');
};

const readPermissions = (text: string): readonly Permission[] => {
  const words = text.split(',').map((word) => word.trim());
  const chosen = PERMISSIONS.filter((permission) => words.includes(permission));
  if (chosen.length === new Set(words).size) return chosen;
  throw new InvalidArgumentError(`Known permissions: ${PERMISSIONS.join(', ')}.`);
};
