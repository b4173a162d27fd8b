import { commandLinePage } from './command-line-page.js';
import { configurationPage } from './configuration-page.js';
import { errorsPage } from './errors-page.js';
import { httpPage } from './http-page.js';
import { languagesPage } from './languages-page.js';
import { styleRulesPage } from './style-rules-page.js';

export interface ReferencePage {
  /** Name in `docs/reference`. */
  readonly fileName: string;
  readonly text: string;
}

/** Folder of the pages, the same seen from `src` and from `dist`. */
export const REFERENCE_FOLDER = new URL('../../../../docs/reference/', import.meta.url);

/** All generated pages of the reference. */
export const referencePages = (): readonly ReferencePage[] => [
  { fileName: 'command-line.md', text: commandLinePage() },
  { fileName: 'configuration.md', text: configurationPage() },
  { fileName: 'errors.md', text: errorsPage() },
  { fileName: 'http.md', text: httpPage() },
  { fileName: 'languages.md', text: languagesPage() },
  { fileName: 'style-rules.md', text: styleRulesPage() },
];
