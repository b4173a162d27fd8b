import { DATA_SAMPLES } from './data-samples.js';
import { LIGHTWEIGHT_SAMPLES } from './lightweight-samples.js';
import { LOCALIZATION_SAMPLES } from './localization-samples.js';
import type { Sample } from './notation.js';
import { DOCX_SAMPLES, PPTX_SAMPLES, XLSX_SAMPLES } from './office-samples.js';
import { EPUB_SAMPLES, IDML_SAMPLES, OPEN_DOCUMENT_SAMPLES } from './package-samples.js';
import { PDF_SAMPLES } from './pdf-samples.js';
import {
  HTML_SAMPLES,
  MARKDOWN_SAMPLES,
  RTF_SAMPLES,
  SUBTITLE_SAMPLES,
  TXT_SAMPLES,
} from './text-samples.js';

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
