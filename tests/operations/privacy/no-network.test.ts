import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../support/start-server.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'dragoman-alone-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script with no network except the loopback address. Needs root. */
const runAlone = (script: string) =>
  spawnSync('unshare', ['--net', 'bash', '--norc', '-euc', `ip link set lo up\n${script}`], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
    timeout: 60_000,
  });

const canBeAlone = runAlone('true').status === 0;

/** How often anything tried to reach another address, as counted by the kernel. */
const ATTEMPTS = `awk '/^Ip: [0-9]/ { print "attempts", $13 }' /proc/net/snmp`;
const COLUMN = `awk '/^Ip: F/ { print $13 }' /proc/net/snmp`;

const SERVER = `
  node ${COMMAND} serve --port 3030 --data-dir data > server.log 2>&1 &
  trap 'kill %1 || true' EXIT
  curl -sf -o /dev/null --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:3030/health/ready
  key="Authorization: Service-Auth-Key $(cat data/auth-key)"`;

describe.skipIf(!canBeAlone)('a machine without a network', () => {
  it('would detect an attempt to reach one', () => {
    expect(runAlone(COLUMN).stdout).toBe('OutNoRoutes\n');
    const { stdout } = runAlone(`curl -s --max-time 2 http://192.0.2.1/ || true\n${ATTEMPTS}`);
    expect(stdout).toMatch(/^attempts [1-9]/);
  });

  it('is all the server needs: it starts, detects, translates, and tries to reach nothing', () => {
    const { stdout, stderr } = runAlone(`${SERVER}
      curl -s http://127.0.0.1:3030/v2/translate -H "$key" \\
        -d target_lang=ES --data-urlencode 'text=The house is big.' --data-urlencode 'text=La maison est grande.'
      echo
      curl -s -o /dev/null -w '%{http_code}\\n' http://127.0.0.1:3030/docs
      curl -s -o /dev/null -w '%{http_code}\\n' -H "$key" http://127.0.0.1:3030/metrics
      kill %1; wait %1; trap - EXIT
      ${ATTEMPTS}`);
    expect(stderr).toBe('');
    const [translations = '', ...rest] = stdout.trim().split('\n');
    expect(JSON.parse(translations).translations).toEqual([
      { detected_source_language: 'EN', text: 'La casa es grande.' },
      { detected_source_language: 'FR', text: 'La casa es grande.' },
    ]);
    expect(rest).toEqual(['200', '200', 'attempts 0']);
  });

  it('is enough for the command line as well', () => {
    const { stdout } = runAlone(
      `node ${COMMAND} translate --to es "The house is big."\n${ATTEMPTS}`,
    );
    expect(stdout).toBe('La casa es grande.\nattempts 0\n');
  });

  it.each(['models available', 'models pull German', 'setup de --yes'])(
    'gets the next steps from dragoman %s',
    (command) => {
      const { status, stdout, stderr } = runAlone(`node ${COMMAND} ${command}`);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      const [reason, ...steps] = stderr.trim().split('\n');
      expect(reason).toMatch(
        /^dragoman: .* cannot be reached: its name cannot be resolved \(EAI_AGAIN\)\.$/,
      );
      expect(steps.join('\n')).toMatch(/HTTPS_PROXY.*mirror.*models import models\.tar/s);
    },
  );

  it('gets one sentence from npm start when the npm packages are missing', () => {
    for (const name of ['scripts', 'package.json', 'package-lock.json', '.npmrc']) {
      cpSync(join(ROOT, name), join(folder, 'clone', name), { recursive: true });
    }
    const { status, stderr } = runAlone('cd clone; npm_config_cache=$PWD/cache npm start --silent');
    expect(status).toBe(1);
    expect(stderr.trim().split('\n').at(-1)).toBe(
      'npm packages cannot be downloaded: the registry cannot be reached (EAI_AGAIN). Behind a proxy, set HTTPS_PROXY; for a machine without a network, see docs/guide/running/air-gapped.md.',
    );
  });
});
