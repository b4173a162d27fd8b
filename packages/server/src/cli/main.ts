import { isAppError } from '@dragoman/contract';
import { Command } from 'commander';
import { StoreUnavailable } from '../accounts/account-store.js';
import { CatalogueError } from '../catalogue/catalogue-error.js';
import { addConfigurationFlags, ConfigurationError, redact } from '../config/index.js';
import { StoreError } from '../store/store-error.js';
import { backupCommand } from './backup.js';
import { configurationOf } from './configuration-of.js';
import { runDoctor } from './doctor.js';
import { addKeysCommand } from './keys.js';
import { KeyCommandError } from './keys-selection.js';
import { listLanguages } from './languages.js';
import { addModelsCommand } from './models.js';
import { translateCommand } from './translate.js';

/** The `dragoman` command. */
export const createProgram = (): Command => {
  const program = new Command('dragoman').description(
    'A translation service that runs on your own machine.',
  );
  const configured = (name: string) => addConfigurationFlags(program.command(name));

  configured('serve')
    .description('run the HTTP service until it is stopped')
    .action(async (_options, command: Command) => {
      const { serve } = await import('../main.js');
      await serve(configurationOf(command));
    });
  configured('translate')
    .description('translate arguments, a file or standard input without a server')
    .argument('[text...]', 'text to translate; left out, standard input is read')
    .requiredOption('--to <language>', 'target language, such as es or pt-BR')
    .option('--from <language>', 'source language; left out, it is detected')
    .option('--file <path>', 'translate the content of this UTF-8 file')
    .option('--json', 'print the detected language and model type as well', false)
    .action(translateCommand);
  configured('languages').description('list what can be translated now').action(listLanguages);
  configured('doctor')
    .description('check this machine and say what is missing, mended or left out')
    .action(runDoctor);
  configured('config')
    .description('print the settings in force; secrets only say whether they are set')
    .action((_options, command: Command) => {
      process.stdout.write(`${JSON.stringify(redact(configurationOf(command)), null, 2)}\n`);
    });
  configured('backup')
    .description('write a copy of the embedded database, whether a server runs or not')
    .argument('<file>', 'file to write; it must not exist')
    .action(backupCommand);
  addKeysCommand(program);
  addModelsCommand(program);
  return program;
};

/** Runs the command line; sets the exit code instead of throwing. */
export const main = async (argv: readonly string[]): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read the output, such as `head`, has seen enough.
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  try {
    await createProgram().parseAsync([...argv], { from: 'user' });
  } catch (error) {
    process.stderr.write(`dragoman: ${describe(error)}\n`);
    process.exitCode = 1;
  }
};

const describe = (error: unknown): string => {
  if (error instanceof ConfigurationError || isAppError(error)) return error.message;
  if (error instanceof CatalogueError || error instanceof StoreError) return error.message;
  if (error instanceof KeyCommandError || error instanceof StoreUnavailable) return error.message;
  const { code, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') {
    return `${address}:${port} is in use already. Stop what runs there, or choose another with --port.`;
  }
  if (code === 'EACCES' || code === 'ENOENT' || code === 'EROFS' || code === 'ENOTDIR') {
    return (error as Error).message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
