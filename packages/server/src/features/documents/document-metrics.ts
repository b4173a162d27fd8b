import type { DocumentFormat } from '@dragoman/documents';
import { Counter, Histogram, type Registry } from 'prom-client';

/** How a document ended: `refused` is its own fault, or that of its quota. */
type DocumentOutcome = 'done' | 'refused' | 'failed';

/** Counts documents. */
export interface DocumentMeter {
  /** A document's translation begins. @param seconds since it was added */
  observeDocumentWait(seconds: number): void;
  observeDocument(document: {
    readonly format: DocumentFormat;
    readonly outcome: DocumentOutcome;
    /** Units that were written without their formatting. */
    readonly fallbacks: number;
  }): void;
}

/** Doubling from a quarter of a second to about two hours. */
const WAIT_BUCKETS = Array.from({ length: 16 }, (_, power) => 0.25 * 2 ** power);

export const createDocumentMeter = (registry: Registry): DocumentMeter => {
  const registers = [registry];
  const waits = new Histogram({
    name: 'dragoman_document_queue_seconds',
    help: 'Time a document waited until its translation began.',
    buckets: WAIT_BUCKETS,
    registers,
  });
  const documents = new Counter({
    name: 'dragoman_documents_total',
    help: 'Documents that ended: translated (done), refused with a reason, or failed.',
    labelNames: ['format', 'outcome'],
    registers,
  });
  const fallbackUnits = new Counter({
    name: 'dragoman_document_fallback_units_total',
    help: 'Paragraphs of documents whose formatting could not be restored.',
    labelNames: ['format'],
    registers,
  });
  return {
    observeDocumentWait: (seconds) => waits.observe(seconds),
    observeDocument({ format, outcome, fallbacks }) {
      documents.inc({ format, outcome });
      fallbackUnits.inc({ format }, fallbacks);
    },
  };
};
