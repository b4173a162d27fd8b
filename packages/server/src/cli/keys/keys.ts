import { type Command, InvalidArgumentError, Option } from 'commander';
import { PERMISSIONS, type Permission, PLANS } from '../../accounts/records/key-record.js';
import { addConfigurationFlags } from '../../config/index.js';
import { lazily } from '../common/lazily.js';

type Commands = typeof import('./keys-commands.js');

/** One of the commands, which open the database. */
const run = (name: keyof Commands) =>
  lazily(async () => (await import('./keys-commands.js'))[name]);

const MAX_NAME_LENGTH = 200;

/** Adds `dragoman keys …`, which works on the database, whether a server runs or not. */
export const addKeysCommand = (program: Command): void => {
  const keys = program.command('keys').description('make and manage API keys');
  const configured = (name: string) =>
    addConfigurationFlags(keys.command(name), ['dataDirectory', 'databaseUrl']);
  const json = () => new Option('--json', 'print JSON').default(false);
  const permissions = () =>
    new Option(
      '--permissions <list>',
      `what the key may do, with commas between: ${PERMISSIONS.join(', ')}`,
    ).argParser(readPermissions);
  const withLimits = (command: Command) =>
    command
      .option('--characters <number>', 'characters in a month, or none', readLimit)
      .option('--requests-per-minute <number>', 'requests in a minute, or none', readLimit)
      .option('--characters-per-minute <number>', 'characters in a minute, or none', readLimit);
  const key = '<key>';
  const keyHelp = 'id of the key as `list` shows it, its beginning, or its name';

  withLimits(configured('create'))
    .description('make a key and show it, this one time')
    .requiredOption('--name <name>', 'what it is for, such as a team', readName)
    .addOption(
      new Option('--plan <plan>', 'keys of free plans end in :fx').choices(PLANS).default('paid'),
    )
    .option('--limit <characters>', 'the same as --characters', readLimit)
    .addOption(permissions())
    .addOption(json())
    .action(run('createCommand'));
  configured('list')
    .description('list the keys and what they used this month')
    .addOption(json())
    .action(run('listCommand'));
  configured('show')
    .description('show one key and what it used this month')
    .argument(key, keyHelp)
    .addOption(json())
    .action(run('showCommand'));
  configured('rename')
    .description('give a key another name')
    .argument(key, keyHelp)
    .argument('<name>', 'the new name', readName)
    .action(run('renameCommand'));
  withLimits(configured('limit'))
    .description('change the limits that are named')
    .argument(key, keyHelp)
    .argument('[characters]', 'the same as --characters', readLimit)
    .action(run('limitCommand'));
  configured('permit')
    .description('change what a key may do')
    .argument(key, keyHelp)
    .addOption(permissions().makeOptionMandatory())
    .action(run('permitCommand'));
  configured('revoke')
    .description('make a key useless, for good')
    .argument(key, keyHelp)
    .action(run('revokeCommand'));
  configured('rotate')
    .description('give a key a new secret and show it, this one time; the old one stops working')
    .argument(key, keyHelp)
    .addOption(json())
    .action(run('rotateCommand'));
  configured('audit')
    .description('show who changed which key, the last change first')
    .option('--last <number>', 'how many changes', readCount, 50)
    .addOption(json())
    .action(run('auditCommand'));
};

const readName = (text: string): string => {
  const name = text.trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  throw new InvalidArgumentError(`A name has 1 to ${MAX_NAME_LENGTH} characters.`);
};

const readLimit = (text: string): number | null => {
  if (text === 'none') return null;
  return readCount(text);
};

const readCount = (text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(
    "It must be a whole number, or 'none' where there may be no limit.",
  );
};

const readPermissions = (text: string): readonly Permission[] => {
  const words = text.split(',').map((word) => word.trim());
  const chosen = PERMISSIONS.filter((permission) => words.includes(permission));
  if (chosen.length === new Set(words).size) return chosen;
  throw new InvalidArgumentError(`Known permissions: ${PERMISSIONS.join(', ')}.`);
};
