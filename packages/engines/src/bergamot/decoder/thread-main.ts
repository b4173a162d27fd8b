import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { NICENESS } from '../../host/low-priority.js';
import { type Decoder, findWordings } from './find-wordings.js';
import { openDecoder } from './open-decoder.js';
import type { ThreadAnswer, ThreadRequest } from './protocol.js';

// The thread that finds other wordings with the weights of a model. It keeps the last model.

const port = parentPort;
if (!port) throw new Error('this file is the program of a worker thread');
// On Linux it is that of this thread alone: the one that answers requests goes first.
if (process.platform === 'linux') setPriority(NICENESS);

let last: { readonly key: string; readonly decoder: Promise<Decoder> } | undefined;

const carryOut = async ({ files, question }: ThreadRequest): Promise<ThreadAnswer> => {
  if (last?.key !== files.key) last = { key: files.key, decoder: openDecoder(files) };
  try {
    return { wordings: findWordings(await last.decoder, question) };
  } catch (error) {
    last = undefined;
    return { problem: error instanceof Error ? error.message : String(error) };
  }
};

let working: Promise<void> = Promise.resolve();
port.on('message', (request: ThreadRequest) => {
  working = working.then(async () => port.postMessage(await carryOut(request)));
});
