import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from 'node:net';

/**
 * A proxy between a program and a server that can stall all traffic without closing connections.
 */
interface StallingProxy {
  /** Port of the loopback address. */
  readonly port: number;
  /** From now on connections are accepted, but nothing is forwarded in either direction. */
  stall(): void;
  /** Forwards what was held back, and everything that follows. */
  resume(): void;
  stop(): Promise<void>;
}

export const startStallingProxy = async (target: NetConnectOpts): Promise<StallingProxy> => {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((near) => {
    const far = connect(target);
    const both = [
      [near, far],
      [far, near],
    ] as const;
    for (const [from, to] of both) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      // A new listener sets the data flowing again.
      if (isStalled) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
