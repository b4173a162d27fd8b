import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate PostgreSQL in a temporary folder, with a socket in it. */
export interface PostgresCluster {
  /** Makes an empty database. @returns its address */
  createDatabase(): string;
  dropDatabase(url: string): void;
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

/** Folder of the newest PostgreSQL that Debian's package has put on this machine. */
const findPrograms = (): string | undefined =>
  existsSync(ROOT)
    ? readdirSync(ROOT)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(ROOT, version, 'bin'))
        .find((folder) => existsSync(join(folder, 'initdb')))
    : undefined;

export const hasPostgres = (): boolean => findPrograms() !== undefined;

/** PostgreSQL refuses to run as root; the package has made a user for it. */
const findAccount = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
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
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-pg-'));
  const own = (path: string) => {
    if (account.uid !== undefined && account.gid !== undefined) {
      chownSync(path, account.uid, account.gid);
    }
  };
  own(folder);
  const data = join(folder, 'data');
  const sockets = join(folder, 'run');
  mkdirSync(sockets);
  own(sockets);
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(programs, program), args, { ...account, cwd: folder, stdio: 'pipe' });
  run('initdb', ['-D', data, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--locale=C', '--no-sync']);
  const address = (database: string) => `postgres://${USER}@localhost/${database}?host=${sockets}`;

  let server: ChildProcess;
  const start = async (): Promise<void> => {
    const args = ['-D', data, '-k', sockets, '-c', 'listen_addresses=', '-c', `fsync=${fsync}`];
    server = spawn(join(programs, 'postgres'), args, { ...account, cwd: folder, stdio: 'ignore' });
    const deadline = performance.now() + START_TIMEOUT_MS;
    const isReady = () => {
      try {
        run('pg_isready', ['-h', sockets, '-U', USER]);
        return true;
      } catch {
        return false;
      }
    };
    while (!isReady()) {
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
  const psql = (command: string) =>
    run('psql', ['-h', sockets, '-U', USER, '-c', command, 'postgres']);

  await start();
  return {
    createDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      psql(`create database ${name}`);
      return address(name);
    },
    dropDatabase(url) {
      psql(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
    },
    // SIGQUIT is "immediate shutdown": every connection is cut, recovery follows at the next start.
    crash: () => end('SIGQUIT'),
    restart: start,
    async remove() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
