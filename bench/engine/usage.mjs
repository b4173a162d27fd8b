import { cpuSecondsOf, residentBytesOf } from '../servers/process-tree.mjs';

/** Runs a job and measures its CPU time in this process and its children. */
export const report = async (texts, job) => {
  const startedMs = performance.now();
  const startedCpuSeconds = cpuSecondsOf(process.pid);
  await job();
  return {
    words: texts.reduce((sum, text) => sum + text.split(' ').length, 0),
    texts: texts.length,
    cpuSeconds: cpuSecondsOf(process.pid) - startedCpuSeconds,
    wallSeconds: (performance.now() - startedMs) / 1000,
    residentMiB: Math.round(residentBytesOf(process.pid) / 1024 ** 2),
  };
};
