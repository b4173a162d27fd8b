import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** A separate PostgreSQL in a temporary folder, with a socket in it. */
export interface PostgresCluster {
  /**
   * Makes a database: an empty one, or a copy of another one, to which nobody may be connected.
   *
   * @returns its address
   */
  createDatabase(template?: string): Promise<string>;
  dropDatabase(url: string): Promise<void>;
  /** Kills the database, like a crash. */
  crash(): Promise<void>;
  /** Starts it again. */
  restart(): Promise<void>;
  /** Stops it and removes everything. */
  remove(): Promise<void>;
}

const USER = 'dragoman';
const ROOT = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 20_000;
const CACHE = fileURLToPath(new URL('../../../../../../node_modules/.cache', import.meta.url));

/** Folder of the newest PostgreSQL that Debian's package has put on this machine. */
const findPrograms = (): string | undefined =>
  existsSync(ROOT)
    ? readdirSync(ROOT)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(ROOT, version, 'bin'))
        .find((folder) => existsSync(join(folder, 'initdb')))
    : undefined;

const versionOf = (programs: string): number => Number(basename(dirname(programs)));

/** Copies files instead of writing every page to the log, too; older versions know no other way. */
const strategyOf = (programs: string): string =>
  versionOf(programs) >= 15 ? 'strategy file_copy' : '';

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

export const hasPostgres = (): boolean => findPrograms() !== undefined;

/** PostgreSQL refuses to run as root; the package has made a user for it. */
const findAccount = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

type Account = ReturnType<typeof findAccount>;

const run = (program: string, args: readonly string[], account: Account): void => {
  execFileSync(program, args, { ...account, cwd: tmpdir(), stdio: 'pipe' });
};

const makeFolder = ({ uid, gid }: Account): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-pg-'));
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
};

/**
 * The folder of a cluster that was never started. It is made once for each version and user:
 * `initdb` takes ten times as long as a copy of what it writes.
 */
const unusedCluster = (programs: string, account: Account): string => {
  const user = account.uid ?? process.getuid?.();
  const kept = join(CACHE, `postgresql-${versionOf(programs)}-${user}`);
  if (existsSync(kept)) return kept;
  mkdirSync(CACHE, { recursive: true });
  // Its user may not be allowed to enter the folder of the repository.
  const folder = makeFolder(account);
  const draft = mkdtempSync(`${kept}-`);
  try {
    const made = join(folder, 'data');
    const options = ['-A', 'trust', '-U', USER, '-E', 'UTF8', '--locale=C', '--no-sync'];
    run(join(programs, 'initdb'), ['-D', made, ...options], account);
    run('cp', ['-a', made, draft], {});
    renameSync(join(draft, 'data'), kept);
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!existsSync(kept)) throw error;
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(draft, { recursive: true });
  }
  return kept;
};

/** @param fsync off is faster and safe for temporary data; on is the default of a real one */
export const startPostgres = async ({
  fsync = 'off',
}: {
  readonly fsync?: 'on' | 'off';
} = {}): Promise<PostgresCluster> => {
  const programs = findPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed');
  const account = findAccount();
  const folder = makeFolder(account);
  const data = join(folder, 'data');
  run('cp', ['-a', unusedCluster(programs, account), data], {});
  const address = (database: string) => `postgres://${USER}@localhost/${database}?host=${folder}`;

  const execute = async (command: string): Promise<void> => {
    const client = new pg.Client({ connectionString: address('postgres') });
    try {
      await client.connect();
      await client.query(command);
    } finally {
      await client.end();
    }
  };

  let server: ChildProcess;
  const start = async (): Promise<void> => {
    const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', `fsync=${fsync}`];
    server = spawn(join(programs, 'postgres'), args, { ...account, cwd: folder, stdio: 'ignore' });
    const deadline = performance.now() + START_TIMEOUT_MS;
    const isReady = () =>
      execute('select 1').then(
        () => true,
        () => false,
      );
    while (!(await isReady())) {
      if (performance.now() > deadline) throw new Error('PostgreSQL does not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };

  await start();
  return {
    async createDatabase(template = address('template1')) {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const strategy = strategyOf(programs);
      await execute(`create database ${name} template ${nameOf(template)} ${strategy}`);
      return address(name);
    },
    dropDatabase: (url) => execute(`drop database ${nameOf(url)} with (force)`),
    // SIGQUIT is "immediate shutdown": every connection is cut, recovery follows at the next start.
    crash: () => end('SIGQUIT'),
    restart: start,
    async remove() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
