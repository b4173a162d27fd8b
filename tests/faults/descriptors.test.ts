import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  connectTo,
  endlessRequest,
  type RawConnection,
} from '../support/clients/raw-connections.js';
import { limitOpenFiles, unlimitOpenFiles } from '../support/limited-server.js';
import {
  COMMAND,
  postTranslate,
  startTestServer,
  type TestServer,
} from '../support/start-server.js';

const BODY = { text: ['The house'], source_lang: 'EN', target_lang: 'ES' };
const hasApertium = existsSync('/usr/share/apertium/modes/eng-spa.mode');
const hasPrlimit = existsSync('/usr/bin/prlimit');

describe('a server without free file descriptors', () => {
  let server: TestServer | undefined;
  const connections: RawConnection[] = [];
  afterEach(async () => {
    for (const { socket } of connections.splice(0)) socket.destroy();
    await server?.stop();
    server = undefined;
  });

  it.runIf(hasApertium && hasPrlimit)(
    'answers that the engine failed, and translates once there are some again',
    async () => {
      server = await startTestServer({ environment: { DRAGOMAN_ENGINES: 'apertium' } });
      const pid = server.process.pid ?? 0;
      // One for the connection of the request, and too few for the pipes of a program.
      limitOpenFiles(pid, 3);
      const failed = await postTranslate(server, BODY);
      expect(failed.status).toBe(503);
      expect(failed.headers.get('retry-after')).toMatch(/^\d+$/);
      unlimitOpenFiles(pid);
      await expect
        .poll(async () => server && (await postTranslate(server, BODY)).status, { timeout: 20_000 })
        .toBe(200);
    },
  );

  it.runIf(hasApertium)(
    'has none taken away by clients without a key: the next one is answered',
    async () => {
      server = await startTestServer({
        environment: { DRAGOMAN_ENGINES: 'apertium' },
        openFiles: 1024,
      });
      for (let count = 0; count < 1000; count++) {
        const connection = await connectTo(server, { from: '127.0.0.2' });
        connection.socket.write(endlessRequest('Service-Auth-Key wrong'));
        connections.push(connection);
      }
      expect((await postTranslate(server, BODY)).status).toBe(200);
      expect(server.process.exitCode).toBeNull();
    },
    120_000,
  );

  it('says in one sentence that it cannot start', async () => {
    const outcome = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const script = `ulimit -n 200; exec "${process.execPath}" "${COMMAND}" serve --port 0`;
      execFile('bash', ['-c', script], (error, _stdout, stderr) => {
        resolve({ code: error?.code, stderr });
      });
    });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/^dragoman: this process may open only 200 files .*\n$/);
  });
});
