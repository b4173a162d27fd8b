import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CommandOutput,
  type FailedCommand,
  runCommand,
  runFailingCommand,
} from '../support/run-command.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

/** A server, and a command that works on its database. */
export interface CommandBesideServer {
  readonly server: TestServer;
  /** Where the command runs, with the given files. */
  readonly directory: string;
  dragoman(words: readonly string[]): Promise<CommandOutput>;
  /** Runs a command that must fail. */
  failing(words: readonly string[]): Promise<FailedCommand>;
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
  const asCommand = (words: readonly string[]): Parameters<typeof runCommand> => [
    [group, ...words],
    {
      folder: directory,
      environment: { DRAGOMAN_AUTH_KEY: server.key, DRAGOMAN_DATA_DIR: server.dataDirectory },
    },
  ];
  return {
    server,
    directory,
    dragoman: (words) => runCommand(...asCommand(words)),
    failing: (words) => runFailingCommand(...asCommand(words)),
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
