// The thread of `documents.mjs`: reads and writes damaged copies of one file.
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import {
  damagedFiles,
  damagedParts,
  readsOrSaysWhyNot,
} from '../../packages/documents/dist/conformance/damage.js';

const { format, sourceLanguage, targetLanguage, cases, seed } = workerData;
const bytes = Buffer.from(workerData.bytes);
const counts = { done: 0, read: 0 };

/** Counts and looks at one copy. A failure is made smaller, and these copies are not counted. */
const look = async (file) => {
  const refusal = await readsOrSaysWhyNot(file, { format, sourceLanguage, targetLanguage });
  counts.done++;
  if (refusal === undefined) counts.read++;
  parentPort.postMessage({ ...counts, isLast: false });
};

const isArchive = bytes.toString('latin1', 0, 2) === 'PK';
// Most damage to an archive as a whole is found before any part of it is read.
const kinds = [
  [damagedFiles(bytes), cases],
  ...(isArchive ? [[await damagedParts(bytes), 2 * cases]] : []),
];
let failure;
for (const [kind, numRuns] of kinds) {
  const result = await fc.check(fc.asyncProperty(kind, look), { numRuns, seed });
  if (!result.failed || failure !== undefined) continue;
  const error = result.errorInstance;
  failure = { reason: error?.stack ?? String(error), bytes: result.counterexample?.[0] };
}
parentPort.postMessage({ ...counts, isLast: true, failure });
