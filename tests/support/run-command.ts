import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('command-process.mjs', import.meta.url));
const TIMEOUT_MS = 60_000;

export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that failed. */
export class FailedCommand extends Error implements CommandOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;

  constructor(args: readonly string[], code: number, { stdout, stderr }: CommandOutput) {
    super(`dragoman ${args.join(' ')} fails with ${code}:\n${stderr}`);
    this.code = code;
    this.stdout = stdout;
    this.stderr = stderr;
  }
}

interface Command {
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** One for all files of tests that run in this process; it ends with it. */
let shared: ChildProcess | undefined;
let previous: Promise<unknown> = Promise.resolve();

const startProcess = (): ChildProcess => {
  const child = spawn(process.execPath, ['--expose-gc', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr]) {
    (stream as Socket).setEncoding('utf8').unref();
  }
  return child;
};

const runInProcess = async (command: Command): Promise<CommandOutput> => {
  if (shared?.connected !== true) shared = startProcess();
  const child = shared;
  const end = `\0${randomUUID()}\n`;
  const over = new AbortController();
  // One listener for all chunks: what arrives while nobody listens is lost.
  const read = (stream: NodeJS.ReadableStream): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      const take = (chunk: string): void => {
        text += chunk;
        if (text.endsWith(end)) resolve(text.slice(0, -end.length));
      };
      stream.on('data', take);
      over.signal.addEventListener('abort', () => stream.off('data', take));
    });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  const died = once(child, 'exit', over).then(() => {
    throw new Error(`dragoman ${command.args.join(' ')} ended its process`);
  });
  try {
    const output = Promise.all([read(child.stdout as Socket), read(child.stderr as Socket)]);
    child.send({ ...command, end });
    const [said, stderr] = await Promise.race([output, died]);
    const [code = ''] = /\d+$/.exec(said) ?? [];
    const stdout = said.slice(0, said.length - code.length);
    if (code !== '0') throw new FailedCommand(command.args, Number(code), { stdout, stderr });
    return { stdout, stderr };
  } finally {
    clearTimeout(timer);
    died.catch(() => {});
    over.abort();
  }
};

/**
 * Runs `dragoman …` to the end. Commands run one after the other in one process: starting one takes several times the
 * CPU of most commands. What needs its own process, such as standard input, a signal or a terminal, starts `COMMAND`.
 *
 * @throws FailedCommand when its exit code is not 0
 */
export const runCommand = (
  args: readonly string[],
  {
    environment,
    folder = process.cwd(),
  }: { readonly environment?: Readonly<Record<string, string>>; readonly folder?: string } = {},
): Promise<CommandOutput> => {
  const all = { PATH: process.env.PATH ?? '', ...environment };
  const ended = previous.then(() => runInProcess({ args, folder, environment: all }));
  previous = ended.catch(() => {});
  return ended;
};

/** Runs a command that must fail. */
export const runFailingCommand = (...call: Parameters<typeof runCommand>): Promise<FailedCommand> =>
  runCommand(...call).then(
    () => Promise.reject(new Error('the command succeeded')),
    (error) => error,
  );

/** Runs `dragoman …` and returns what it prints, without the end of the line. */
export const runDragoman = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> => (await runCommand(args, { environment })).stdout.trim();
