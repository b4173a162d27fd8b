import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createHttpClient } from './http-client.mjs';

const INTERVAL_MS = 20;

/**
 * Asks `/health/live` every 20 ms, from a separate thread, so that the load generator's work does
 * not count. A probe that fails counts as infinitely slow.
 *
 * @param {number} port
 */
export const startHealthProbe = (port) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port } });
  return {
    /** @returns {Promise<number[]>} the time each probe took, in milliseconds */
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage('stop');
      }),
  };
};

const probe = async () => {
  const client = createHttpClient(workerData.port);
  const latenciesMs = [];
  const pending = [];
  let isStopped = false;
  parentPort.once('message', () => {
    isStopped = true;
  });
  // Sent at fixed intervals, whether or not the previous one was answered.
  const ask = async () => {
    const sentMs = performance.now();
    const took = await client.send({ method: 'GET', path: '/health/live' }).then(
      () => performance.now() - sentMs,
      () => Number.POSITIVE_INFINITY,
    );
    latenciesMs.push(took);
  };
  while (!isStopped) {
    pending.push(ask());
    await delay(INTERVAL_MS);
  }
  await Promise.all(pending);
  client.close();
  parentPort.postMessage(latenciesMs);
};

if (!isMainThread && parentPort && workerData?.port !== undefined) await probe();
