/** Runs a job and measures its CPU time in this process, including its threads. */
export const report = async (texts, job) => {
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  await job();
  const { user, system } = process.cpuUsage(startedCpu);
  return {
    words: texts.reduce((sum, text) => sum + text.split(' ').length, 0),
    texts: texts.length,
    cpuSeconds: (user + system) / 1e6,
    wallSeconds: (performance.now() - startedMs) / 1000,
    residentMiB: Math.round(process.memoryUsage.rss() / 1024 ** 2),
  };
};
