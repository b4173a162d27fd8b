import { runClosedLoop } from '../load/closed-loop.mjs';
import { createHttpClient } from '../load/http-client.mjs';
import { percentile, round } from '../load/percentiles.mjs';
import { sentenceOf } from '../load/sentences.mjs';
import { startCluster } from './cluster.mjs';
import { headersWith, KEY } from './servers.mjs';

const SENTENCES = 4;
const CALLERS = 12;

/** Sentences per second of one, two and three servers behind nginx, with a starter model. */
export const measureThroughput = async (directory, seconds) => {
  const results = [];
  let next = 0;
  for (const count of [1, 2, 3]) {
    const settings = { DRAGOMAN_ENGINES: 'neural' };
    const { servers, port, stop } = await startCluster({ directory, count, settings });
    try {
      const client = createHttpClient(port);
      const request = async (texts) => {
        const body = { text: texts, source_lang: 'EN', target_lang: 'DE' };
        const headers = headersWith(KEY);
        const answer = await client.send({
          method: 'POST',
          path: '/v2/translate',
          headers,
          body: JSON.stringify(body),
        });
        if (JSON.parse(answer).translations.length !== SENTENCES) throw new Error('too few texts');
      };
      const nextWork = () => Array.from({ length: SENTENCES }, () => sentenceOf(next++));
      const load = { concurrency: CALLERS, rampMs: 250, nextWork };
      await runClosedLoop(request, { ...load, durationMs: 1500 });
      const before = servers.map((server) => server.cpuSeconds());
      const stretch = await runClosedLoop(request, { ...load, durationMs: seconds * 1000 });
      const cpuSeconds = servers.map((server, index) => server.cpuSeconds() - before[index]);
      client.close();
      results.push({
        servers: count,
        sentencesPerSecond: round(stretch.answersPerSecond * SENTENCES),
        p50Ms: round(percentile(stretch.latenciesMs, 0.5)),
        p99Ms: round(percentile(stretch.latenciesMs, 0.99)),
        failures: stretch.failures,
        cpuSecondsPer1000Sentences: round(
          (cpuSeconds.reduce((sum, value) => sum + value, 0) * 1000) /
            (stretch.allAnswers * SENTENCES),
          2,
        ),
        cpuSecondsOfEach: cpuSeconds.map((value) => round(value)),
      });
    } finally {
      await stop();
    }
  }
  return results;
};
