import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { copyNode, networkFiles } from './host-files.mjs';
import { bootMachine } from './nspawn.mjs';
import { must, testInFolder } from './programs.mjs';
import { awaitReady, freePort, readKey, translate } from './requests.mjs';

export const MACHINE_PACKAGES = ['mmdebstrap', 'systemd-container'];
const PROGRAMS = ['mmdebstrap', 'systemd-nspawn'];

/** What the guide takes for granted. */
const SYSTEM = 'adduser,ca-certificates,dbus,git,sudo,systemd,systemd-sysv';
const POLL_MS = 100;

/** Boots a Debian, installs the service as the guide says, restarts and kills it, and reboots. */
export const testMachine = (root) =>
  testInFolder({ packages: MACHINE_PACKAGES, programs: PROGRAMS }, async (folder) => {
    const system = join(folder, 'system');
    const options = ['--mode=root', '--variant=minbase', `--include=${SYSTEM}`];
    await must('mmdebstrap', [...options, 'bookworm', system]);
    await copyNode(system);
    const files = await networkFiles(folder);
    let machine;
    try {
      machine = await bootMachine(system, files);
    } catch (error) {
      return { skipped: `no machine boots here: ${error.message}` };
    }
    try {
      await must('git', ['clone', '--depth', '1', `file://${root}`, join(system, 'opt/dragoman')]);
      const { url, key } = await install(machine, system);
      const details = await useService(machine, url, key);
      await machine.powerOff();
      const bootedMs = performance.now();
      machine = await bootMachine(system, files);
      await awaitReady(url);
      const readyMs = Math.round(performance.now() - bootedMs);
      await translate(url, key);
      return { details: `${details}, after a boot of the machine ${readyMs} ms` };
    } finally {
      await machine.kill();
    }
  });

/** The commands of docs/guide/running/systemd.md. */
const install = async ({ run }, system) => {
  const home = '/var/lib/dragoman';
  await run(...['adduser', '--system', '--group', '--home', home, '--no-create-home', 'dragoman']);
  await run('env', '--chdir=/opt/dragoman', 'node', 'scripts/setup.mjs');
  await run('cp', '/opt/dragoman/deploy/dragoman.service', '/etc/systemd/system/');
  const port = await freePort();
  await writeFile(join(system, 'etc/dragoman.env'), `DRAGOMAN_PORT=${port}\n`);
  await run('systemctl', 'daemon-reload');
  await run('systemctl', 'enable', '--now', 'dragoman');
  const url = `http://127.0.0.1:${port}`;
  await awaitReady(url);
  const journal = await run('journalctl', '--unit', 'dragoman', '--output', 'cat');
  const created = await run(
    ...['env', '--chdir=/opt/dragoman', 'sudo', '-u', 'dragoman', `DRAGOMAN_DATA_DIR=${home}`],
    ...['npx', 'dragoman', 'keys', 'create', '--name', 'web team', '--json'],
  );
  const first = await run('cat', join(home, 'auth-key'));
  if (!journal.includes(first)) throw new Error(`the journal does not show the key:\n${journal}`);
  await translate(url, first);
  return { url, key: readKey(created) };
};

/** Translates before and after a restart and a kill. */
const useService = async ({ run }, url, key) => {
  await translate(url, key);
  const restartedMs = performance.now();
  await run('systemctl', 'restart', 'dragoman');
  await awaitReady(url);
  const afterRestart = Math.round(performance.now() - restartedMs);
  await translate(url, key);
  const killedMs = performance.now();
  await run('systemctl', 'kill', '--signal=KILL', 'dragoman');
  while ((await run('systemctl', 'show', '--property=NRestarts', '--value', 'dragoman')) !== '1') {
    await delay(POLL_MS);
  }
  await awaitReady(url);
  const afterKill = Math.round(performance.now() - killedMs);
  await translate(url, key);
  return `ready after a restart ${afterRestart} ms, after a kill ${afterKill} ms`;
};
