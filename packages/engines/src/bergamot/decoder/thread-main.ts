import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { NICENESS } from '../../host/low-priority.js';
import { findWordings } from './find-wordings.js';
import type { Decoder } from './hypotheses.js';
import { openDecoder } from './open-decoder.js';
import type { ThreadAnswer, ThreadRequest } from './protocol.js';

// The thread that finds other wordings with the weights of a model. It keeps the last model.

const port = parentPort;
if (!port) throw new Error('this file is the program of a worker thread');
// On Linux it is that of this thread alone: the one that answers requests goes first.
if (process.platform === 'linux') setPriority(NICENESS);

let last: { readonly id: string; readonly decoder: Promise<Decoder> } | undefined;

const carryOut = async ({ files, question }: ThreadRequest): Promise<ThreadAnswer> => {
  if (last?.id !== files.id) last = { id: files.id, decoder: openDecoder(files) };
  try {
    return { wordings: findWordings(await last.decoder, question) };
  } catch (error) {
    last = undefined;
    return { problem: error instanceof Error ? error.message : String(error) };
  }
};

// One question at a time: the next comes when this one is answered.
port.on('message', async (request: ThreadRequest) => port.postMessage(await carryOut(request)));
