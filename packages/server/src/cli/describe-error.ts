import {
  ArgumentError,
  AuthorizationError,
  BadRequestError,
  DragomanError,
} from '@dragoman/client';
import { isAppError } from '@dragoman/contract';
import { type Command, CommanderError } from 'commander';
import { ConfigurationError } from '../configuration/load.js';
import { CatalogueError } from '../features/models/catalogue-error.js';
import { CommandError, EXIT_CODES } from '../platform/cli/command.js';
import { DatabaseOutage, StoreError } from '../platform/database/store-error.js';

/** The exit code and the message for an error. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.done;
  const isUsage =
    error instanceof CommanderError ||
    error instanceof ConfigurationError ||
    error instanceof ArgumentError ||
    (error instanceof BadRequestError && error.code === 'invalid_parameter') ||
    (isAppError(error) && error.code === 'invalid_parameter');
  return isUsage ? EXIT_CODES.wrongUsage : EXIT_CODES.failed;
};

/** Errors whose message is meant for the person who typed the command. */
const USER_FACING_CODES = [CommandError, ConfigurationError, CatalogueError, StoreError];
const FILE_ERRORS = ['EACCES', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'];

/**
 * An error in one sentence; an unexpected one with its stack.
 *
 * @param argv what was typed, without the program's name
 */
export const describeError = (
  error: unknown,
  program: Command,
  argv: readonly string[],
): string => {
  if (error instanceof CommanderError) {
    const problem = error.message
      .replace(/^error: /, '')
      .replace(/\.$/, '')
      .replaceAll('\n', ' ');
    return `${problem}. See: ${commandOf(program, argv)} --help`;
  }
  if (error instanceof AuthorizationError) return `${error.message} ${KEY_HINT}`;
  if (isAppError(error) || error instanceof DragomanError) {
    const detail = isAppError(error) && error.detail !== undefined ? `: ${error.detail}` : '';
    return error.message + detail + flagFor(error.parameter);
  }
  if (error instanceof DatabaseOutage) return withCause(error);
  if (USER_FACING_CODES.some((kind) => error instanceof kind)) return (error as Error).message;
  const described = describeAddressError(error as AddressError);
  if (described !== undefined) return described;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && FILE_ERRORS.includes(code)) return describeFileError(error as Error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** The reason is that of the database, such as a full disk. */
const withCause = ({ message, cause }: DatabaseOutage): string =>
  cause instanceof Error ? `${message.replace(/\.$/, '')}: ${cause.message}` : message;

interface AddressError extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}

/** Why the server cannot listen where it should; undefined for other errors. */
const describeAddressError = (error: AddressError): string | undefined => {
  const { code, syscall, port, address, hostname } = error;
  if (syscall === 'getaddrinfo') {
    return `The host name ${hostname} cannot be found (${code}). Choose another one with --host.`;
  }
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE') {
    return `${address}:${port} is already in use. Stop the program that uses it, or choose another port with --port.`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `${address} is not an address of this machine. Choose another one with --host; 0.0.0.0 stands for all.`;
  }
  return code === 'EACCES'
    ? `This user may not listen on ${address}:${port}. Choose a port above 1023 with --port.`
    : undefined;
};

/** As other programs say it: `letter.txt: no such file or directory`. */
const describeFileError = ({ message, path }: NodeJS.ErrnoException): string => {
  const [, reason] = /^[A-Z]+: (.+?), /.exec(message) ?? [];
  return path === undefined || reason === undefined ? message : `${path}: ${reason}`;
};

/** The command that was typed: `dragoman keys create`. */
const commandOf = (program: Command, argv: readonly string[]): string => {
  const names = [program.name()];
  let current = program;
  for (const word of argv) {
    const next = current.commands.find((command) => command.name() === word);
    if (!next) break;
    names.push(word);
    current = next;
  }
  return names.join(' ');
};

const FLAGS: Readonly<Record<string, string>> = {
  target_lang: '--to; to list the languages, run: dragoman languages',
  source_lang: '--from; to list the languages, run: dragoman languages',
};

const KEY_HINT = 'The key was taken from DRAGOMAN_AUTH_KEY, --auth-key-file or the data folder.';

/** The option behind a parameter of the contract. */
const flagFor = (parameter: string | undefined): string => {
  const flag = parameter === undefined ? undefined : FLAGS[parameter];
  return flag === undefined ? '' : ` (${flag})`;
};
