import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must, testInFolder } from './programs.mjs';

export const COMPOSE_PACKAGES = [
  'docker-compose',
  'iproute2',
  'nginx',
  'postgresql',
  'redis-server',
];
const PROGRAMS = ['docker-compose', 'ip', 'nginx', 'redis-server'];

/** In a network of its own, every service gets an address for its name, and the port it asks for. */
export const ADDRESSES = {
  nginx: '127.0.0.1',
  'dragoman-1': '127.0.0.11',
  'dragoman-2': '127.0.0.12',
  postgres: '127.0.0.13',
  valkey: '127.0.0.14',
};

const ENTER = [
  'ip link set lo up',
  'mount --bind "$1/hosts" /etc/hosts',
  'mount --bind "$1/run" /run',
  'exec "$2" "$3" "$1"',
].join(' && ');

/**
 * Starts the programs of the profile `scale` in compose.yaml on this machine, with the settings,
 * secrets, names and ports that it gives them.
 */
export const testCompose = (root) =>
  testInFolder({ packages: COMPOSE_PACKAGES, programs: PROGRAMS }, async (folder) => {
    // PostgreSQL's user looks for its folder in it.
    await chmod(folder, 0o755);
    const secrets = join(folder, 'run/secrets');
    await mkdir(secrets, { recursive: true });
    const password = randomBytes(24).toString('hex');
    await writeFile(join(secrets, 'database-password'), password);
    const address = `postgres://dragoman:${password}@postgres:5432/dragoman`;
    await writeFile(join(secrets, 'database-url'), address);
    const hosts = Object.entries({ localhost: '127.0.0.1', ...ADDRESSES });
    await writeFile(join(folder, 'hosts'), hosts.map(([name, ip]) => `${ip} ${name}\n`).join(''));
    await checkSyntax(root, folder);
    const script = join(root, 'scripts/deploy/compose-services.mjs');
    const own = ['--net', '--mount', '--propagation', 'private', 'sh', '-c', ENTER, 'sh'];
    const output = await must('unshare', [...own, folder, process.execPath, script]);
    // The lines before it are the logs of the services.
    return { details: output.split('\n').at(-1) };
  });

/** Lets Compose itself read the file. Debian's does not know the name of a project in it yet. */
const checkSyntax = async (root, folder) => {
  const text = await readFile(join(root, 'deploy/compose.yaml'), 'utf8');
  const file = join(folder, 'compose.yaml');
  await writeFile(file, text.replace(/^name: .*$/m, ''));
  const project = ['--file', file, '--project-directory', join(root, 'deploy')];
  await must('docker-compose', [...project, '--profile', 'scale', 'config', '--quiet']);
};
