import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NODE } from './buildah.mjs';
import { must } from './programs.mjs';
import { awaitReady, freePort } from './requests.mjs';

/** Old and new control groups side by side, which the container runtime refuses to work with. */
const HYBRID = '/sys/fs/cgroup/unified';
/** Hides the new ones from the runtime, in a view of the file systems that only it has. */
const OWN_VIEW = [
  ...['unshare', '--mount', '--propagation', 'private'],
  ...['sh', '-c', `umount ${HYBRID} && exec "$@"`, 'sh'],
];

/** The defaults are more than some machines allow. */
const LIMITS = ['--ulimit', 'nofile=16384:16384', '--ulimit', 'nproc=4096:4096'];

/** Runs containers from the images in a folder. @see buildahOptions */
export const openPodman = (folder) => {
  const [program, ...args] = [
    ...(existsSync(HYBRID) ? OWN_VIEW : []),
    ...['podman', '--storage-driver', 'vfs', '--cgroup-manager', 'cgroupfs'],
    ...['--root', join(folder, 'store'), '--runroot', join(folder, 'run')],
  ];
  const podman = (...words) => must(program, [...args, ...words]);
  /** A container as the guide starts it, on the volume that all of them share. */
  const create = async (image, { environment = {}, volumes = [] } = {}) => {
    const port = await freePort();
    const variables = { DRAGOMAN_HOST: '127.0.0.1', DRAGOMAN_PORT: port, ...environment };
    const name = `dragoman-${port}`;
    await podman(
      ...['create', '--name', name, '--init', '--read-only', '--tmpfs', '/tmp'],
      ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--stop-timeout', '20'],
      // What does not work everywhere: networks, groups of processes, and timers of systemd.
      ...['--network', 'host', '--cgroups=disabled', '--health-interval', 'disable'],
      ...LIMITS,
      ...Object.entries(variables).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      ...['dragoman-data:/data', ...volumes].flatMap((volume) => ['--volume', volume]),
      image,
    );
    const url = `http://127.0.0.1:${port}`;
    return {
      url,
      /** @returns milliseconds until it was ready */
      async start() {
        const startedMs = performance.now();
        await podman('start', name);
        await awaitReady(url);
        return Math.round(performance.now() - startedMs);
      },
      run: (...command) => podman('exec', name, ...command),
      checkHealth: () => podman('healthcheck', 'run', name),
      async kill() {
        await podman('kill', '--signal', 'KILL', name);
        await podman('wait', name);
      },
      async stop() {
        await podman('stop', name);
        const code = await podman('inspect', '--format', '{{.State.ExitCode}}', name);
        if (code !== '0') throw new Error(`an orderly stop ended with ${code}`);
      },
    };
  };

  return {
    create,
    /** @returns why no container runs here, if none does */
    async findRefusal() {
      const args = ['--network', 'host', '--cgroups=disabled', ...LIMITS];
      return podman('run', '--rm', ...args, NODE, 'true').then(
        () => undefined,
        (error) => error.message.trim().split('\n').at(-1),
      );
    },
    removeAll: () => podman('rm', '--all', '--force', '--volumes'),
  };
};
