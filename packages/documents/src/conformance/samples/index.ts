import type { Sample } from '../sample.js';
import { DOCX_SAMPLES } from './docx.js';
import { HTML_SAMPLES } from './html.js';
import { MARKDOWN_SAMPLES } from './markdown.js';
import { TXT_SAMPLES } from './txt.js';

/** At least one document for every format. */
export const SAMPLES: readonly Sample[] = [
  ...TXT_SAMPLES,
  ...HTML_SAMPLES,
  ...MARKDOWN_SAMPLES,
  ...DOCX_SAMPLES,
];
