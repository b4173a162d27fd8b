import { startChild } from './children.mjs';
import { sentencesOf, take } from './sentences.mjs';

const TARGETS = ['de', 'fr', 'it'];
const CALLERS = 8;
const SAMPLES = 10;
const FLAT_GROWTH = 1.1;

const jobFor = (target, texts) => ({ texts, callers: CALLERS, textsPerCall: 4, target });

/** Resident memory of a process with the given numbers of workers and models, in MiB. */
export const measureMemory = async (modelDirectory, maxLengthFactor) => {
  const rows = [];
  for (const maxWorkers of [1, 2]) {
    const child = startChild('./engine-process.mjs');
    try {
      await child.ask({
        start: { modelDirectories: [modelDirectory], maxWorkers, maxLengthFactor },
      });
      const sentences = sentencesOf(20);
      for (const [index, target] of TARGETS.entries()) {
        const job = jobFor(target, take(sentences, 200));
        await child.ask({ job });
        const { residentMiB } = await child.ask({ job });
        rows.push({ workers: maxWorkers, models: index + 1, residentMiB });
      }
    } finally {
      await child.stop();
    }
  }
  return rows;
};

/** Many requests of one sentence, with the memory after each tenth of them. */
export const soak = async (modelDirectory, maxLengthFactor, requests, texts) => {
  const child = startChild('./engine-process.mjs');
  try {
    await child.ask({
      start: { modelDirectories: [modelDirectory], maxLengthFactor },
    });
    const residentMiB = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const count = Math.ceil(requests / SAMPLES);
      const batch = Array.from({ length: count }, (_, index) => texts[index % texts.length]);
      const job = { texts: batch, callers: CALLERS, textsPerCall: 1, target: 'de' };
      residentMiB.push((await child.ask({ job })).residentMiB);
      process.stderr.write(`soak ${sample + 1} of ${SAMPLES}: ${residentMiB.at(-1)} MiB\n`);
    }
    const [first] = residentMiB.slice(1);
    return { requests, residentMiB, isFlat: residentMiB.at(-1) <= first * FLAT_GROWTH };
  } finally {
    await child.stop();
  }
};
