import { runClosedLoop } from '../load/closed-loop.mjs';
import { startHealthProbe } from '../load/health-probe.mjs';
import { createHttpClient } from '../load/http-client.mjs';
import { percentile, round } from '../load/percentiles.mjs';

/**
 * One load put on one server.
 *
 * @typedef {object} Load
 * @property {string} name
 * @property {number} concurrency requests under way at once
 * @property {number} sentences a request
 */

const RAMP_MS = 250;

/** Collects what a server does under one load, over several stretches of time. */
export const createCell = (server, load, takeNumbers) => {
  const latenciesMs = [];
  const healthMs = [];
  const rates = [];
  let allAnswers = 0;
  let failures = 0;
  let firstFailure;
  let serverCpuSeconds = 0;
  let generatorCpuSeconds = 0;

  const run = async (durationMs) => {
    // New connections each time, so that an uneven spread over processes evens out.
    const client = createHttpClient(server.port);
    const probe = server.hasHealthProbe ? startHealthProbe(server.port) : undefined;
    const cpuBefore = server.cpuSeconds();
    const ownBefore = process.cpuUsage();
    const stretch = await runClosedLoop((numbers) => server.translate(client, numbers), {
      concurrency: load.concurrency,
      rampMs: RAMP_MS,
      durationMs,
      nextWork: () => takeNumbers(load.sentences),
    });
    const own = process.cpuUsage(ownBefore);
    serverCpuSeconds += server.cpuSeconds() - cpuBefore;
    generatorCpuSeconds += (own.user + own.system) / 1e6;
    client.close();
    if (probe) healthMs.push(...(await probe.stop()));
    latenciesMs.push(...stretch.latenciesMs);
    rates.push(stretch.answersPerSecond);
    allAnswers += stretch.allAnswers;
    failures += stretch.failures;
    firstFailure ??= stretch.firstFailure;
  };

  const result = () => {
    const perThousand = (seconds) => round((seconds / (allAnswers * load.sentences)) * 1000, 2);
    const meanRate = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    const hasAnswers = latenciesMs.length > 0;
    return {
      server: server.name,
      load: load.name,
      concurrency: load.concurrency,
      sentencesPerRequest: load.sentences,
      answers: latenciesMs.length,
      failures,
      ...(firstFailure !== undefined && { firstFailure }),
      sentencesPerSecond: round(meanRate * load.sentences),
      p50Ms: hasAnswers ? round(percentile(latenciesMs, 0.5), 2) : null,
      p99Ms: hasAnswers ? round(percentile(latenciesMs, 0.99), 2) : null,
      maxMs: hasAnswers ? round(percentile(latenciesMs, 1), 2) : null,
      serverCpuSecondsPer1000: hasAnswers ? perThousand(serverCpuSeconds) : null,
      generatorCpuSecondsPer1000: hasAnswers ? perThousand(generatorCpuSeconds) : null,
      ...(healthMs.length > 0 && { healthP99Ms: round(percentile(healthMs, 0.99), 2) }),
    };
  };

  return { run, result };
};
