import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { isAppError } from '@dragoman/contract';
import { buildTermIndexes, shareTermIndex, type Term } from '@dragoman/core';
import { editEntries } from './entries.js';
import type { GlossaryAnswer, GlossaryFailure, GlossaryWork } from './run-in-thread.js';

// The thread that reads and indexes large glossaries, which takes seconds.

type Order = {
  readonly [Kind in keyof GlossaryWork]: {
    readonly kind: Kind;
    readonly order: GlossaryWork[Kind]['order'];
  };
}[keyof GlossaryWork];

const NICENESS = 10;
const port = parentPort;
if (!port) throw new Error('this file is the program of a worker thread');
// On Linux it is that of this thread alone: the one that answers requests goes first.
if (process.platform === 'linux') setPriority(NICENESS);

/** A list rather than a map: what equal sources mean was settled before. */
const termsOf = (tsv: string): readonly Term[] =>
  tsv.split('\n').flatMap((line): readonly Term[] => {
    const tab = line.indexOf('\t');
    return tab < 0 ? [] : [{ source: line.slice(0, tab), target: line.slice(tab + 1) }];
  });

const work = async (wanted: Order): Promise<GlossaryWork[keyof GlossaryWork]['result']> => {
  if (wanted.kind === 'edit') return editEntries(wanted.order);
  const { language, dictionaries } = wanted.order;
  return shareTermIndex(buildTermIndexes(dictionaries.map(termsOf), language));
};

const failureOf = (error: unknown): GlossaryFailure =>
  isAppError(error)
    ? {
        code: error.code,
        message: error.message,
        parameter: error.parameter,
        detail: error.detail,
      }
    : { code: undefined, message: String(error), parameter: undefined, detail: undefined };

const answerTo = async (wanted: Order): Promise<GlossaryAnswer> => {
  try {
    return { result: await work(wanted) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
};

port.once('message', async (wanted: Order) => port.postMessage(await answerTo(wanted)));
