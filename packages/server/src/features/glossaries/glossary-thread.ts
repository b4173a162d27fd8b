import { buildTermIndexes, type Term } from '@dragoman/core';
import { answerInThread } from '../../platform/threads.js';
import { editEntries } from './entries.js';
import { textOf } from './entry-formats.js';
import type { GlossaryWork } from './glossary-work.js';
import { readTermFile } from './read-term-file.js';

// The thread that reads and indexes large glossaries, which takes seconds.

type Order = {
  readonly [Kind in keyof GlossaryWork]: {
    readonly kind: Kind;
    readonly order: GlossaryWork[Kind]['order'];
  };
}[keyof GlossaryWork];

/** The entries one by one rather than in a map: what equal sources mean was settled before. */
function* termsOf(tsv: Uint8Array): Generator<Term> {
  const text = textOf(tsv);
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const tab = text.indexOf('\t', start);
    if (tab >= 0 && tab < end) {
      yield { source: text.slice(start, tab), target: text.slice(tab + 1, end) };
    }
    start = end + 1;
  }
}

answerInThread(async (wanted: Order) => {
  switch (wanted.kind) {
    case 'edit':
      return editEntries(wanted.order);
    case 'read':
      return readTermFile(wanted.order);
    case 'index': {
      const { language, dictionaries } = wanted.order;
      return buildTermIndexes(dictionaries.map(termsOf), language);
    }
  }
});
