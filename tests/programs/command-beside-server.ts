import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMMAND, startTestServer, type TestServer } from '../support/start-server.js';

const run = promisify(execFile);

/** A server, and a command that works on its database. */
export interface CommandBesideServer {
  readonly server: TestServer;
  /** Where the command runs, with the given files. */
  readonly directory: string;
  dragoman(words: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
  /** Runs a command that must fail. */
  failing(words: readonly string[]): Promise<{ readonly code: number; readonly stderr: string }>;
  stop(): Promise<void>;
}

/** @param group the first word of the command, such as `glossaries` */
export const startCommandBesideServer = async (
  group: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<CommandBesideServer> => {
  const directory = await mkdtemp(join(tmpdir(), `dragoman-cli-${group}-`));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(directory, name), content);
  const server = await startTestServer({ environment: { DRAGOMAN_ENGINES: 'fake' } });
  const dragoman: CommandBesideServer['dragoman'] = (words) =>
    run(process.execPath, [COMMAND, group, ...words], {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        DRAGOMAN_AUTH_KEY: server.key,
        DRAGOMAN_DATA_DIR: server.dataDirectory,
      },
    });
  return {
    server,
    directory,
    dragoman,
    failing: (words) =>
      dragoman(words).then(
        () => Promise.reject(new Error('the command succeeded')),
        (error) => error,
      ),
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
