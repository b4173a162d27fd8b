import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processTree } from '../../bench/servers/process-tree.mjs';

const CLIENTS = 4;
const KILL_EVERY_MS = 400;
const SHOWN_FAILURES = 10;
/** A server that refuses most requests is down, however politely. */
const MAX_UNAVAILABLE_SHARE = 0.2;
const SIGNALS = ['SIGKILL', 'SIGSEGV', 'SIGABRT'];
const TARGETS = ['ES', 'CA', 'DE'];

const sentenceOf = (number) => `The house number ${number} has big windows.`;

const isAlive = (pid) => {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
};

/** Kills programs and workers under load. An answer must be right, or a 503 that can be retried. */
export const killEngines = async ({ server, post, minutes }) => {
  const endMs = performance.now() + minutes * 60_000;
  const expected = new Map();
  let requests = 0;
  let unavailable = 0;
  let failures = 0;
  let kills = 0;
  const bodyFor = (number, target_lang) => ({
    text: [sentenceOf(number % 50)],
    source_lang: 'EN',
    target_lang,
  });
  const installed = [];
  for (const target of TARGETS) {
    for (let number = 0; number < 50; number++) {
      const { status, text } = await post(bodyFor(number, target));
      if (status === 200) expected.set(`${target} ${number}`, text);
    }
    if (expected.has(`${target} 0`)) installed.push(target);
  }
  const ask = async (client) => {
    for (let number = client; performance.now() < endMs; number++) {
      const target = installed[number % installed.length];
      const { status, text } = await post(bodyFor(number, target));
      requests++;
      if (status === 503) unavailable++;
      else if (status !== 200 || text !== expected.get(`${target} ${number % 50}`)) {
        if (failures++ < SHOWN_FAILURES) process.stderr.write(`${target}: ${status} ${text}\n`);
      }
    }
  };
  const kill = async () => {
    while (performance.now() < endMs) {
      const victims = processTree(server.pid).filter(
        ({ pid }) => pid !== server.pid && isAlive(pid),
      );
      const victim = victims[kills % Math.max(1, victims.length)];
      if (victim) {
        process.kill(victim.pid, SIGNALS[kills % SIGNALS.length]);
        kills++;
      }
      await delay(KILL_EVERY_MS);
    }
  };
  await Promise.all([kill(), ...Array.from({ length: CLIENTS }, (_, client) => ask(client))]);
  if (unavailable > requests * MAX_UNAVAILABLE_SHARE) {
    process.stderr.write(`${unavailable} of ${requests} requests were refused\n`);
    failures++;
  }
  return { kills, requests, unavailable, failures };
};
