import { describeMachine } from '../report/machine.mjs';
import { formatTable } from '../report/table.mjs';

/** The report as Markdown. */
export const render = (report) => {
  const { machine, rounds, ratios, speed, memory, health, aims, soak } = report;
  const parts = [
    `Measured on ${describeMachine(machine)}; medians of ${rounds} alternating rounds. The model has random weights and the usual small size (6 encoder and 2 decoder layers, width 256, a vocabulary of 32,000, no shortlist), so speed and memory are realistic, but the translations are not. Every source token gives 1.2 target tokens.`,
    formatTable(
      ['20-word sentences', 'kernels', 'words per CPU second', 'words per second'],
      [
        [
          'one text per call, with alignment, one thread',
          'the engine\u2019s own',
          ...rates(speed.peer),
        ],
        ['this engine, one worker', 'the engine\u2019s own', ...rates(speed.fallbackOneWorker)],
        ['this engine, one worker', speed.oneWorker.kernels, ...rates(speed.oneWorker)],
        ['this engine, two workers', speed.twoWorkers.kernels, ...rates(speed.twoWorkers)],
      ],
    ),
    formatTable(
      ['Question', 'measured', 'aim'],
      [
        [
          'words per CPU second, against one text per call with alignment',
          ratios.wordsPerCpuSecond,
          `at least ${aims.wordsPerCpuSecond}`,
        ],
        ['the same with the same kernels', ratios.wordsPerCpuSecondSameKernels, ''],
        [
          'words per second, two workers against one',
          ratios.twoWorkersWall,
          `at least ${aims.twoWorkersWall}`,
        ],
        [
          `a 10-word sentence (${speed.engineSentence.msPerText} ms) against the engine alone (${speed.bareSentence.msPerText} ms)`,
          ratios.sentenceLatency,
          `at most ${aims.latency}`,
        ],
        [
          `\`/health/live\` of a server while all cores translate, p99 of ${health.probes} probes, ms`,
          health.p99Ms,
          `at most ${aims.healthP99Ms}`,
        ],
        ['from process start to the engine being ready, ms', speed.oneWorker.startMs, ''],
        ['from process start to the first translation, ms', speed.oneWorker.firstTranslationMs, ''],
      ],
    ),
    formatTable(
      ['workers', 'models', 'resident memory of the process, MiB'],
      memory.map(({ workers, models, residentMiB }) => [workers, models, residentMiB]),
    ),
  ];
  if (soak) {
    parts.push(
      `${soak.requests.toLocaleString('en')} requests of one 10-word sentence, eight at a time; resident memory in MiB after each tenth: ${soak.residentMiB.join(', ')}. That is ${soak.isFlat ? 'flat' : 'NOT flat'}.`,
    );
  }
  return parts.join('\n\n');
};

const rates = ({ wordsPerCpuSecond, wordsPerSecond }) => [wordsPerCpuSecond, wordsPerSecond];
