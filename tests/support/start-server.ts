import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IsolatedNetwork } from './isolated-network.js';

/** The command as it is installed. */
export const COMMAND = fileURLToPath(
  new URL('../../packages/server/bin/dragoman.js', import.meta.url),
);

/** A separate server process on a free port of the loopback address. */
export interface TestServer {
  readonly url: string;
  readonly key: string;
  readonly dataDirectory: string;
  readonly process: ChildProcess;
  /** Its output so far, both streams together. */
  output(): string;
  /**
   * Sends it a signal and waits until it has ended.
   *
   * @returns the exit code, null when the signal killed it
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the real server like a user's shell and waits until it prints its address. */
export const startTestServer = async ({
  environment = {},
  flags = ['--port', '0'],
  dataDirectory: givenDirectory,
  openFiles,
  network,
}: {
  /**
   * Settings in addition to the fixed key and the data directory; undefined removes one of these.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly flags?: readonly string[];
  /** Kept when the server stops; by default a new folder is used and removed. */
  readonly dataDirectory?: string;
  /** How many files and connections it may have open. @default as many as this process */
  readonly openFiles?: number;
  /** @default the network of this process */
  readonly network?: IsolatedNetwork | undefined;
} = {}): Promise<TestServer> => {
  const dataDirectory = givenDirectory ?? (await mkdtemp(join(tmpdir(), 'dragoman-test-')));
  const key = 'test-key-0123456789';
  const command = [...(network?.enter ?? []), process.execPath, COMMAND, 'serve', ...flags];
  const [program = '', ...args] =
    openFiles === undefined
      ? command
      : ['bash', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'bash', ...command];
  const child = spawn(program, args, {
    cwd: dataDirectory,
    env: {
      PATH: process.env.PATH,
      DRAGOMAN_DATA_DIR: dataDirectory,
      DRAGOMAN_AUTH_KEY: key,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      // One of these is in the last line: wait for it, so that the whole start message is there.
      if (found && /target_lang|models import FILE/.test(output)) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    exited.then(() => reject(new Error(`the server ended before it listened:\n${output}`)), reject);
  });
  return {
    url,
    key,
    dataDirectory,
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      if (givenDirectory === undefined) await rm(dataDirectory, { recursive: true, force: true });
      return code;
    },
  };
};

/** `POST /v2/translate` with a JSON body. */
export const postTranslate = (
  server: Pick<TestServer, 'url' | 'key'>,
  body: unknown,
  init: RequestInit = {},
): Promise<Response> =>
  fetch(`${server.url}/v2/translate`, {
    method: 'POST',
    headers: {
      authorization: `Service-Auth-Key ${server.key}`,
      'content-type': 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
