import { buildTermIndexes, shareTermIndex, type Term } from '@dragoman/core';
import { failureOf, portOfThread, yieldToServer } from '../../platform/threads.js';
import { editEntries } from './entries.js';
import type { GlossaryAnswer, GlossaryWork } from './run-in-thread.js';

// The thread that reads and indexes large glossaries, which takes seconds.

type Order = {
  readonly [Kind in keyof GlossaryWork]: {
    readonly kind: Kind;
    readonly order: GlossaryWork[Kind]['order'];
  };
}[keyof GlossaryWork];

const NICENESS = 10;
const port = portOfThread();
yieldToServer(NICENESS);

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

const answerTo = async (wanted: Order): Promise<GlossaryAnswer> => {
  try {
    return { result: await work(wanted) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
};

port.once('message', async (wanted: Order) => port.postMessage(await answerTo(wanted)));
