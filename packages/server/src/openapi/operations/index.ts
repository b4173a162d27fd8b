import { GLOSSARY_ROUTES } from '../../http/glossaries/glossaries.js';
import { MEMORY_ROUTES } from '../../http/memories/memories.js';
import { STYLE_ROUTES } from '../../http/styles/styles.js';
import { ADMIN_OPERATIONS } from './admin.js';
import { DOCUMENT_OPERATIONS } from './documents.js';
import { LANGUAGE_OPERATIONS } from './languages.js';
import { type Operation, operationOf } from './operation.js';
import { REPHRASE_OPERATIONS } from './rephrase.js';
import { SERVICE_OPERATIONS } from './service.js';
import { TRANSLATE_OPERATIONS } from './translate.js';
import { USAGE_OPERATIONS } from './usage.js';

/** Every operation of the API, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  ...TRANSLATE_OPERATIONS,
  ...REPHRASE_OPERATIONS,
  ...DOCUMENT_OPERATIONS,
  ...LANGUAGE_OPERATIONS,
  ...GLOSSARY_ROUTES.map(operationOf),
  ...MEMORY_ROUTES.map(operationOf),
  ...STYLE_ROUTES.map(operationOf),
  ...USAGE_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...SERVICE_OPERATIONS,
];
