import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestServer } from '../support/start-server.js';

/** Makes the server throw where nothing catches it, as soon as it gets the signal. */
const THROWS_ON_SIGWINCH =
  '--import=data:text/javascript,' +
  encodeURIComponent("process.on('SIGWINCH', () => { throw new Error('thrown by a test'); })");

describe('a server with a fault that nothing can handle', () => {
  it.each(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGABRT'] as const)(
    'dies by %s, so that its supervisor starts another',
    async (signal) => {
      const server = await startTestServer({ environment: { DRAGOMAN_ENGINES: 'fake' } });
      expect(await server.stop(signal)).toBeNull();
      expect(server.process.signalCode).toBe(signal);
    },
  );

  it('ends with a non-zero status after an exception, although a connection stays open', async () => {
    const server = await startTestServer({
      environment: {
        DRAGOMAN_ENGINES: 'fake',
        DRAGOMAN_SHUTDOWN_GRACE_MS: '1000',
        NODE_OPTIONS: THROWS_ON_SIGWINCH,
      },
    });
    const { hostname, port } = new URL(server.url);
    const silent = connect(Number(port), hostname).on('error', () => {});
    expect(await server.stop('SIGWINCH')).toBe(1);
    expect(server.output()).toContain('thrown by a test');
    silent.destroy();
  });
});
