import {
  getDocument,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DocumentError } from '../../common/document-error.js';
import { type DocumentLimits, requireWithin } from '../../common/limits.js';

/** A piece of text on a page, in points from its lower left corner. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Size of the type. */
  readonly height: number;
}

/**
 * Reads the text of every page, in the order in which it is drawn.
 *
 * @throws DocumentError encrypted, truncated, too_large
 */
export const readPdfText = async (
  bytes: Uint8Array,
  limits: DocumentLimits,
): Promise<readonly (readonly PdfText[])[]> => {
  requireWithin(bytes.length, limits, 'partBytes');
  const task = getDocument({
    // The library takes the buffer away from whoever hands it in.
    data: Uint8Array.from(bytes),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await task.promise;
    requireWithin(pdf.numPages, limits, 'pages');
    const pages: (readonly PdfText[])[] = [];
    for (let number = 1; number <= pdf.numPages; number++) pages.push(await readPage(pdf, number));
    return pages;
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    const isLocked = cause instanceof Error && cause.name === 'PasswordException';
    throw new DocumentError(isLocked ? 'encrypted' : 'truncated', undefined, { cause });
  } finally {
    await task.destroy();
  }
};

const readPage = async (pdf: PDFDocumentProxy, number: number): Promise<readonly PdfText[]> => {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => {
    if (!('str' in item) || item.str === '') return [];
    const [, , , , x = 0, y = 0] = item.transform as readonly number[];
    return [{ text: item.str, x, y, width: item.width, height: item.height }];
  });
  page.cleanup();
  return texts;
};
