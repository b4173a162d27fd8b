import { buildTermIndexes, shareTermIndex, type Term } from '@dragoman/core';
import { answerInThread } from '../../platform/threads.js';
import { editEntries } from './entries.js';
import type { GlossaryWork } from './glossary-work.js';
import { readTermFile } from './read-term-file.js';
import { textOf } from './tsv.js';

// The thread that reads and indexes large glossaries, which takes seconds.

type Order = {
  readonly [Kind in keyof GlossaryWork]: {
    readonly kind: Kind;
    readonly order: GlossaryWork[Kind]['order'];
  };
}[keyof GlossaryWork];

const NICENESS = 10;

/** A list rather than a map: what equal sources mean was settled before. */
const termsOf = (tsv: Uint8Array): readonly Term[] =>
  textOf(tsv)
    .split('\n')
    .flatMap((line): readonly Term[] => {
      const tab = line.indexOf('\t');
      return tab < 0 ? [] : [{ source: line.slice(0, tab), target: line.slice(tab + 1) }];
    });

answerInThread(NICENESS, async (wanted: Order) => {
  switch (wanted.kind) {
    case 'edit':
      return editEntries(wanted.order);
    case 'read':
      return readTermFile(wanted.order);
    case 'index': {
      const { language, dictionaries } = wanted.order;
      return shareTermIndex(buildTermIndexes(dictionaries.map(termsOf), language));
    }
  }
});
