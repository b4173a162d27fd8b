import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { must } from './programs.mjs';

const BOOT_TIMEOUT_MS = 120_000;
const POLL_MS = 200;
const ENVIRONMENT = [
  ...['HOME=/root', 'LC_ALL=C', 'DEBIAN_FRONTEND=noninteractive'],
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
];

/**
 * Boots the system in a folder, on the network of this machine.
 *
 * @param {Record<string, string>} files of this machine that it sees, by path there
 */
export const bootMachine = async (system, files) => {
  const binds = Object.entries(files).map(([path, file]) => `--bind-ro=${file}:${path}`);
  const child = spawn(
    'systemd-nspawn',
    [
      ...['--boot', '--directory', system, '--console=passive', ...binds],
      // This machine need not run systemd itself.
      ...['--register=no', '--keep-unit'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exited = once(child, 'exit');
  /** Its process 1, as this machine sees it. */
  const leader = async () =>
    (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim().split(' ')[0];
  const run = async (...command) => {
    const inside = ['--target', await leader(), '--all', 'env', '--ignore-environment'];
    return must('nsenter', [...inside, ...ENVIRONMENT, ...command]);
  };
  const machine = {
    run,
    async powerOff() {
      await run('systemctl', 'poweroff');
      await exited;
    },
    async kill() {
      // Its second SIGTERM ends it without asking the machine.
      for (let sent = 0; child.exitCode === null && child.signalCode === null && sent < 2; sent++) {
        child.kill('SIGTERM');
        await Promise.race([exited, delay(1000)]);
      }
      await exited;
    },
  };
  const startedMs = performance.now();
  while (!(await run('systemctl', 'is-system-running').catch(() => '')).endsWith('running')) {
    if (child.exitCode !== null) throw new Error(output.trim());
    if (performance.now() - startedMs > BOOT_TIMEOUT_MS) {
      const failed = await run('systemctl', 'list-units', '--failed').catch(() => '');
      await machine.kill();
      throw new Error(`the machine did not boot:\n${output.trim()}\n${failed}`);
    }
    await delay(POLL_MS);
  }
  return machine;
};
