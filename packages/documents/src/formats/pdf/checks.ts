import { DocumentError } from '../../document-error.js';
import type { ReadOptions } from '../../model.js';
import type { DocumentLayout } from './layout/document-layout.js';
import type { PdfFile } from './objects/pdf-file.js';
import { isSigned } from './objects/signatures.js';
import { fontCandidates, sampleOf } from './setting/font-files.js';
import { MIN_SCALE } from './setting/set-paragraph.js';
import { openFont } from './setting/shaper.js';
import type { WrittenPdf } from './setting/write-pdf.js';

/**
 * Refuses a file of which no translated PDF can be made.
 *
 * @throws DocumentError signed_pdf, xfa_form, fonts_missing
 */
export const requireWritable = (
  file: PdfFile,
  { targetLanguage, dropsSignature }: ReadOptions,
): void => {
  const catalog = file.dictionary(file.trailer.get('Root'));
  if (file.dictionary(catalog.get('AcroForm')).has('XFA')) throw new DocumentError('xfa_form');
  if (dropsSignature !== true && isSigned(file)) throw new DocumentError('signed_pdf');
  if (targetLanguage === undefined) return;
  const [letter, source] = sampleOf(targetLanguage);
  const style = { family: 'sans', isBold: false, isItalic: false, isNarrow: false } as const;
  const hasFont = fontCandidates(letter, style, targetLanguage).some((candidate) =>
    openFont(candidate).has(letter),
  );
  if (!hasFont) {
    throw new DocumentError('fonts_missing', `The Debian package with one is ${source}.`);
  }
};

const MAX_PAGES = 20;

/** What is to be known about a written file, in sentences for people. */
export const notesOf = (
  { unreadablePages, picturePages }: DocumentLayout,
  { crowdedPages, missingLetters }: WrittenPdf,
): readonly string[] => {
  const notes: string[] = [];
  if (unreadablePages.length > 0) {
    notes.push(
      `${listPages(unreadablePages)}: text stays as it is where nothing tells its letters.`,
    );
  }
  if (picturePages.length > 0) {
    notes.push(`${listPages(picturePages)}: without text, so they stay as they are.`);
  }
  if (crowdedPages.length > 0) {
    const percent = Math.round(MIN_SCALE * 100);
    notes.push(
      `${listPages(crowdedPages)}: some type is smaller than ${percent} % of the original.`,
    );
  }
  if (missingLetters.length > 0) {
    notes.push('No font on the server has some of the letters, which are missing in the result.');
  }
  return notes;
};

const listPages = (pages: readonly number[]): string => {
  const shown = pages.slice(0, MAX_PAGES).join(', ');
  const more = pages.length > MAX_PAGES ? ` and ${pages.length - MAX_PAGES} more` : '';
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${shown}${more}`;
};
