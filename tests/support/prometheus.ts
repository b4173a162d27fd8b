import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether Prometheus and its promtool are there. */
export const hasPrometheus = (): boolean =>
  ['promtool', 'prometheus'].every(
    (program) => spawnSync(program, ['--version']).error === undefined,
  );

/** A Prometheus that scrapes one server every second. */
export interface Prometheus {
  /** The answer of its API to `/query?query=up`, for example. */
  ask<Data>(path: string): Promise<PrometheusAnswer<Data>>;
  stop(): Promise<void>;
}

export interface PrometheusAnswer<Data> {
  readonly status: string;
  readonly error?: string;
  readonly data: Data;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts Prometheus on the loopback address, with alert rules, as the guide configures it. */
export const startPrometheus = async (
  target: { readonly url: string; readonly key: string },
  rulesFile: string,
): Promise<Prometheus> => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-prometheus-'));
  const port = await freePort();
  await writeFile(join(folder, 'key'), target.key);
  // JSON is YAML, too.
  await writeFile(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rulesFile],
      scrape_configs: [
        {
          job_name: 'dragoman',
          static_configs: [{ targets: [new URL(target.url).host] }],
          authorization: { type: 'Service-Auth-Key', credentials_file: join(folder, 'key') },
        },
      ],
    }),
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  return {
    async ask<Data>(path: string) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`);
      return (await response.json()) as PrometheusAnswer<Data>;
    },
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
