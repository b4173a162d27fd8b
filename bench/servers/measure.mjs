import { runClosedLoop } from '../load/closed-loop.mjs';
import { startHealthProbe } from '../load/health-probe.mjs';
import { createHttpClient } from '../load/http-client.mjs';
import { waitForCalm, watchOthers } from '../load/machine-cpu.mjs';
import { percentile, round } from '../load/percentiles.mjs';

/**
 * One load put on one server.
 *
 * @typedef {object} Load
 * @property {string} name
 * @property {number} concurrency concurrent requests
 * @property {number} sentences a request
 */

const RAMP_MS = 250;
/** If other processes use more of the machine than this, an interval is repeated. */
export const MAX_OTHERS_SHARE = 0.05;
const MAX_REPEATS = 8;

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
  let othersShare = 0;
  let repeats = 0;

  const run = async (durationMs) => {
    for (;;) {
      await waitForCalm();
      const stretch = await measureStretch(durationMs);
      if (stretch.othersShare > MAX_OTHERS_SHARE && repeats < MAX_REPEATS) {
        repeats++;
        continue;
      }
      add(stretch);
      return;
    }
  };

  const measureStretch = async (durationMs) => {
    // New connections each time, so that an uneven spread over processes evens out.
    const client = createHttpClient(server.port);
    const probe = server.hasHealthProbe ? startHealthProbe(server.port) : undefined;
    const generatorSeconds = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
    const serverBefore = server.cpuSeconds();
    const generatorBefore = generatorSeconds();
    const othersSince = watchOthers(() => server.cpuSeconds() + generatorSeconds());
    const stretch = await runClosedLoop((numbers) => server.translate(client, numbers), {
      concurrency: load.concurrency,
      rampMs: RAMP_MS,
      durationMs,
      nextWork: () => takeNumbers(load.sentences),
    });
    const measured = {
      ...stretch,
      othersShare: othersSince(),
      serverCpuSeconds: server.cpuSeconds() - serverBefore,
      generatorCpuSeconds: generatorSeconds() - generatorBefore,
    };
    client.close();
    return { ...measured, healthMs: probe ? await probe.stop() : [] };
  };

  const add = (stretch) => {
    latenciesMs.push(...stretch.latenciesMs);
    healthMs.push(...stretch.healthMs);
    rates.push(stretch.answersPerSecond);
    allAnswers += stretch.allAnswers;
    failures += stretch.failures;
    firstFailure ??= stretch.firstFailure;
    serverCpuSeconds += stretch.serverCpuSeconds;
    generatorCpuSeconds += stretch.generatorCpuSeconds;
    othersShare = Math.max(othersShare, stretch.othersShare);
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
      greatestOthersShare: round(othersShare, 3),
      repeatedStretches: repeats,
      ...(healthMs.length > 0 && { healthP99Ms: round(percentile(healthMs, 0.99), 2) }),
    };
  };

  return { run, result };
};
