import type { Sample } from '../sample.js';
import { DATA_SAMPLES } from './data.js';
import { DOCX_SAMPLES } from './docx.js';
import { HTML_SAMPLES } from './html.js';
import { IDML_SAMPLES } from './idml.js';
import { LIGHTWEIGHT_SAMPLES } from './lightweight.js';
import { LOCALIZATION_SAMPLES } from './localization.js';
import { MARKDOWN_SAMPLES } from './markdown.js';
import { EPUB_SAMPLES, OPEN_DOCUMENT_SAMPLES } from './open-document.js';
import { PDF_SAMPLES } from './pdf.js';
import { PPTX_SAMPLES } from './pptx.js';
import { RTF_SAMPLES } from './rtf.js';
import { SUBTITLE_SAMPLES } from './subtitles.js';
import { TXT_SAMPLES } from './txt.js';
import { XLSX_SAMPLES } from './xlsx.js';

/** At least one document for every format. */
export const SAMPLES: readonly Sample[] = [
  ...TXT_SAMPLES,
  ...HTML_SAMPLES,
  ...MARKDOWN_SAMPLES,
  ...LIGHTWEIGHT_SAMPLES,
  ...DOCX_SAMPLES,
  ...RTF_SAMPLES,
  ...PPTX_SAMPLES,
  ...XLSX_SAMPLES,
  ...SUBTITLE_SAMPLES,
  ...DATA_SAMPLES,
  ...LOCALIZATION_SAMPLES,
  ...OPEN_DOCUMENT_SAMPLES,
  ...EPUB_SAMPLES,
  ...IDML_SAMPLES,
  ...PDF_SAMPLES,
];
