import { startHealthProbe } from '../load/health-probe.mjs';
import { createHttpClient } from '../load/http-client.mjs';
import { percentile, round } from '../load/percentiles.mjs';
import { spawnDragoman } from '../servers/spawn-dragoman.mjs';
import { sentencesOf, take } from './sentences.mjs';

const CALLERS = 6;
const TEXTS_PER_REQUEST = 20;

/** How long `/health/live` of a server takes while every core translates, in milliseconds. */
export const measureHealth = async (modelDirectory, directory, seconds) => {
  const server = await spawnDragoman({
    directory,
    settings: {
      DRAGOMAN_MODELS_DIR: modelDirectory,
      DRAGOMAN_ENGINES: 'bergamot',
      DRAGOMAN_REQUEST_TIMEOUT_MS: '600000',
    },
  });
  const sentences = sentencesOf(20);
  const client = createHttpClient(server.port);
  const request = () =>
    server.post(client, '/v2/translate', {
      text: take(sentences, TEXTS_PER_REQUEST),
      source_lang: 'EN',
      target_lang: 'DE',
    });
  try {
    await Promise.all([request(), request()]);
    const endMs = performance.now() + seconds * 1000;
    const probe = startHealthProbe(server.port);
    const call = async () => {
      while (performance.now() < endMs) await request();
    };
    await Promise.all(Array.from({ length: CALLERS }, call));
    const latenciesMs = await probe.stop();
    return {
      probes: latenciesMs.length,
      p50Ms: round(percentile(latenciesMs, 0.5)),
      p99Ms: round(percentile(latenciesMs, 0.99)),
    };
  } finally {
    client.close();
    await server.stop();
  }
};
