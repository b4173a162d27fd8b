import { startNginx } from './nginx.mjs';
import { startServer } from './servers.mjs';

/**
 * Starts servers, and nginx in front of them.
 *
 * @param {{ directory: string, count: number, settings: Record<string, string>,
 *   configuration?: string }} options a configuration of nginx in deploy/
 * @returns the servers, which may be replaced; the port of nginx; and `stop()`, which ends them all
 */
export const startCluster = async ({
  directory,
  count,
  settings,
  configuration = 'nginx.conf',
}) => {
  const servers = [];
  let nginx;
  const stop = async () => {
    await nginx?.stop();
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (let index = 0; index < count; index++) {
      servers.push(await startServer({ directory, index, settings }));
    }
    const ports = servers.map(({ port }) => port);
    nginx = await startNginx(configuration, ports, directory);
    return { servers, port: nginx.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
