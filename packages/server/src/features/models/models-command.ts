import { type Command, Option } from 'commander';
import { withConfigurationFlags } from '../../configuration/flags.js';
import { lazily } from '../../platform/cli/command.js';
import { ARCHITECTURES } from './remote/model-sets.js';

/** Adds `dragoman models …`: the only command that downloads neural models. */
export const addModelsCommand = (program: Command): void => {
  const models = program.command('models').description('download, verify and copy neural models');
  const configured = (name: string) =>
    withConfigurationFlags(models.command(name), [
      'dataDirectory',
      'modelsDirectory',
      'catalogueUrl',
    ]);
  const json = () => new Option('--json', 'print JSON').default(false);

  configured('available')
    .description('list the models in the catalogue')
    .argument('[language or pair...]', 'only these, such as de or en-de')
    .addOption(json())
    .action(lazily(async () => (await import('./models-command-actions.js')).availableCommand));
  configured('pull')
    .description('download models, or resume an interrupted download')
    .argument(
      '<language or pair...>',
      'a language for both directions with English, such as de or German, or a pair such as en-de',
    )
    .addOption(
      new Option(
        '--architecture <name>',
        'architecture to download; by default the best for a desktop',
      ).choices(ARCHITECTURES),
    )
    .action(lazily(async () => (await import('./models-command-pull.js')).pullCommand));
  configured('list')
    .description('list the installed models')
    .option('--also <folder...>', 'also list the models in these folders')
    .addOption(json())
    .action(lazily(async () => (await import('./models-command-actions.js')).listCommand));
  configured('verify')
    .description('read every file of the installed models and compare its checksum')
    .argument('[model or pair...]', 'only these')
    .action(lazily(async () => (await import('./models-command-actions.js')).verifyCommand));
  configured('remove')
    .description('remove installed models')
    .argument('<model or pair...>', 'a model as shown by `list`, or a pair for all its models')
    .action(lazily(async () => (await import('./models-command-actions.js')).removeCommand));
  configured('export')
    .description('write installed models into one file, for a machine without a network')
    .argument('<file>', 'file to write; it must not exist')
    .argument('[model or pair...]', 'only these')
    .action(lazily(async () => (await import('./models-command-actions.js')).exportCommand));
  configured('import')
    .description('install the models from a file written by `export`')
    .argument('<file>', 'file to read')
    .action(lazily(async () => (await import('./models-command-actions.js')).importCommand));
};
