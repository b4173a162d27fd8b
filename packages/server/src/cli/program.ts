import { Command, Help, InvalidArgumentError, Option } from 'commander';
import { configurationOf } from '../configuration/command-configuration.js';
import { completeFlags, SETTINGS_GROUP, withConfigurationFlags } from '../configuration/flags.js';
import { redact } from '../configuration/load.js';
import type { SettingKey } from '../configuration/settings.js';
import { addGlossariesCommand } from '../features/glossaries/glossaries-command.js';
import { addKeysCommand } from '../features/keys-and-usage/keys-command.js';
import { addMemoriesCommand } from '../features/memories/memories-command.js';
import { addModelsCommand } from '../features/models/models-command.js';
import { addTranslateOptions } from '../features/translate/commands/translate-options.js';
import { lazily } from '../platform/cli/command.js';
import { readAddress } from '../platform/cli/server-access.js';
import { VERSION } from '../platform/configuration/version.js';
import { SHELLS, WORD_LISTS } from './completion.js';

/** The settings that matter to a command that translates. */
const ENGINE_SETTINGS: readonly SettingKey[] = [
  'dataDirectory',
  'engines',
  'modelsDirectory',
  'neuralMaxMemoryBytes',
];

/**
 * The `dragoman` command. It throws `CommanderError` instead of ending the process.
 *
 * @param words what was typed: other commands are without the flags of the settings. By default all
 *   have them.
 */
export const createProgram = (words?: readonly string[]): Command => {
  const program = new Command('dragoman')
    .description('A translation service that runs on your own machine.')
    .version(VERSION, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .configureHelp({ groupItems: settingsLast })
    .addHelpText('after', CLI_HELP.dragoman);
  const configured = (name: string, shown?: readonly SettingKey[]) =>
    withConfigurationFlags(program.command(name), shown);
  const json = () => new Option('--json', 'print JSON');
  const server = (what: string) =>
    new Option('--server <address>', `${what}, such as http://127.0.0.1:3030`).argParser(
      parseAddress,
    );

  configured('serve')
    .description('run the HTTP service until it is stopped')
    .action(async (_options, command: Command) => {
      const { serve } = await import('../main.js');
      const configuration = configurationOf(command);
      const { stopped, releaseLog } = await serve(configuration);
      try {
        if (!process.stdin.isTTY || !process.stdout.isTTY) return;
        const { offerModels } = await import('./offer-models.js');
        const { locale } = Intl.DateTimeFormat().resolvedOptions();
        await offerModels(configuration, {
          input: process.stdin,
          output: process.stdout,
          locale,
          signal: stopped,
          onAsked: releaseLog,
        });
      } finally {
        releaseLog();
      }
    });
  addTranslateOptions(configured('translate', [...ENGINE_SETTINGS, 'authKey']))
    .description('translate text, files or standard input, locally or through a server')
    .argument('[text...]', 'text to translate; by default, and for -, standard input is read')
    .addOption(server('translate through this server').helpGroup('What to translate:'))
    .addHelpText('after', CLI_HELP.translate)
    .action(
      lazily(
        async () => (await import('../features/translate/commands/translate.js')).translateCommand,
      ),
    );
  configured('detect', [...ENGINE_SETTINGS, 'authKey'])
    .description('detect the language of texts')
    .argument('[text...]', 'one text; by default, and for -, standard input is read')
    .option('--lines', 'treat every line of standard input as a text')
    .addOption(server('ask this server'))
    .addOption(json())
    .addHelpText('after', CLI_HELP.detect)
    .action(
      lazily(async () => (await import('../features/translate/commands/detect.js')).detectCommand),
    );
  configured('languages', [...ENGINE_SETTINGS, 'authKey'])
    .description('list the languages that can be translated now')
    .addOption(server('ask this server'))
    .addOption(json())
    .addHelpText('after', CLI_HELP.languages)
    .action(
      lazily(
        async () => (await import('../features/translate/commands/languages.js')).listLanguages,
      ),
    );
  configured('doctor', [...ENGINE_SETTINGS, 'authKey'])
    .description('check this machine and a server, and report what is missing, repaired or skipped')
    .addOption(server('check this server; by default the one described by the settings'))
    .addOption(json())
    .addHelpText('after', CLI_HELP.doctor)
    .action(lazily(async () => (await import('./doctor.js')).runDoctor));
  configured('evaluate', [...ENGINE_SETTINGS, 'languageModels'])
    .description('score the installed routes of some pairs on a test set, for the router to use')
    .requiredOption('--pairs <list>', 'pairs, such as en-de,de-en')
    .requiredOption('--testset <folder>', 'folder with en-de.tsv, or en.txt and de.txt')
    .option('--sentences <count>', 'how many sentences of each test set to take', '200')
    .addOption(json())
    .addHelpText('after', CLI_HELP.evaluate)
    .action(
      lazily(
        async () => (await import('../features/evaluation/evaluate-command.js')).evaluateCommand,
      ),
    );
  configured('config')
    .description('print the current settings; for secrets, only whether they are set')
    .action((_options, command: Command) => {
      process.stdout.write(`${JSON.stringify(redact(configurationOf(command)), null, 2)}\n`);
    });
  configured('backup', ['dataDirectory', 'databaseUrl'])
    .description('write a copy of the embedded database, whether a server is running or not')
    .argument('<file>', 'file to write; it must not exist')
    .action(lazily(async () => (await import('./database-commands.js')).backupCommand));
  configured('migrate', ['dataDirectory', 'databaseUrl'])
    .description('bring the tables of the database up to date, as a server does when it starts')
    .option('--plan', 'only print what would run, and change nothing', false)
    .option(
      '--contract',
      'also remove what older versions need: only when none runs any more',
      false,
    )
    .addOption(json().default(false))
    .addHelpText('after', CLI_HELP.migrate)
    .action(lazily(async () => (await import('./database-commands.js')).migrateCommand));
  configured('setup', ['languages', 'dataDirectory', 'modelsDirectory', 'catalogueUrl'])
    .description('choose languages, download their models, and write the configuration')
    .argument('[language...]', 'codes or names, such as de French; by default they are asked for')
    .option('--yes', 'download without asking')
    .addHelpText('after', CLI_HELP.setup)
    .action(lazily(async () => (await import('./setup.js')).setupCommand));
  addKeysCommand(program);
  addGlossariesCommand(program, server);
  addMemoriesCommand(program, server);
  addModelsCommand(program);
  program
    .command('completion')
    .description('print a script for shell completion')
    .addArgument(program.createArgument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText('after', CLI_HELP.completion)
    .action(lazily(async () => (await import('./completion.js')).completionCommand));
  withConfigurationFlags(program.command('completion-words', { hidden: true }), [])
    .addArgument(program.createArgument('<list>').choices(WORD_LISTS))
    .action(lazily(async () => (await import('./installed-words.js')).completionWordsCommand));
  completeFlags(program, words);
  return program;
};

const parseAddress = (text: string): string => {
  const address = readAddress(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError('It must start with http:// or https://.');
};

/** Options of the command come first in its help, the settings it shares with others last. */
const settingsLast: Help['groupItems'] = (unsorted, visible, groupOf) => {
  const groups = Help.prototype.groupItems(unsorted, visible, groupOf);
  const settings = groups.get(SETTINGS_GROUP);
  if (settings && groups.delete(SETTINGS_GROUP)) groups.set(SETTINGS_GROUP, settings);
  return groups;
};

/** What stands below the options in the help of a command: examples first. */
const CLI_HELP = {
  dragoman: `
Examples:
  $ dragoman serve                            the HTTP service
  $ dragoman translate --to es "Good morning" without a server
  $ dragoman doctor                           what works here, and what does not

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.`,

  translate: `
Examples:
  $ dragoman translate --to es "Good morning"
  $ dragoman translate --to pt-BR --from es --file letter.txt --output carta.txt
  $ dragoman translate --to de report.docx -o bericht.docx
  $ dragoman translate --to ca --file site/ --recursive --output-dir ca/
  $ cut -f2 strings.tsv | dragoman translate --from en --to es --lines
  $ dragoman translate --to es --server http://127.0.0.1:3030 < long.txt

Text and markup may have up to 10 MiB, documents up to 50 MiB; text and markup must be UTF-8. Documents keep their formatting. An output file is written when it is complete.
With --server, the key is taken from DRAGOMAN_AUTH_KEY or, for a local server, from the data folder.
All settings of the server are accepted as well: docs/reference/configuration.md`,

  detect: `
Examples:
  $ dragoman detect "La casa es gran"
  $ dragoman detect --lines --json < comments.txt`,

  languages: `
Examples:
  $ dragoman languages
  $ dragoman languages --json --server http://127.0.0.1:3030`,

  doctor: `
The exit code is 1 if no languages can be translated, or if there is a problem with the server.`,

  evaluate: `
Examples:
  $ dragoman evaluate --pairs en-de --testset testsets/flores
  $ dragoman evaluate --pairs en-de,de-en --testset testsets/own --sentences 50

Every sentence is translated over every installed route, also by language models.
The scores are written to route-scores.json in the data folder.`,

  migrate: `
Examples:
  $ dragoman migrate --plan       what the next start would change
  $ dragoman migrate              before the servers of a new version start
  $ dragoman migrate --contract   after the last server of an older version has ended`,

  setup: `
Examples:
  $ dragoman setup                    asks for the languages, and before the download
  $ dragoman setup de French          shows sizes and licence, and asks before the download
  $ dragoman setup --languages de,fr  asks nothing; the same as: dragoman setup de fr --yes

Nothing else is asked. The languages are added to "languages" in the configuration file.`,

  completion: `
Add the line for your shell to its startup file:
  bash (~/.bashrc)                   source <(dragoman completion bash)
  zsh (~/.zshrc, after compinit)     source <(dragoman completion zsh)
  fish (~/.config/fish/config.fish)  dragoman completion fish | source`,
} as const;
