import { notationsOf } from '../../../conformance/notation.js';
import { buildPdf, type PdfSource } from '../../../conformance/samples/build-pdf.js';
import { type ReadDocumentOptions, readDocument } from '../../../read-document.js';

/** The texts that are read from a PDF. */
export const unitsOf = async (
  source: PdfSource,
  options: Partial<ReadDocumentOptions> = {},
): Promise<readonly string[]> => {
  const { units } = await readDocument(buildPdf(source), { format: 'pdf', ...options });
  return notationsOf(units);
};
