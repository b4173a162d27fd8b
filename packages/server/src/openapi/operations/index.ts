import { ADMIN_OPERATIONS } from './admin.js';
import { DOCUMENT_OPERATIONS } from './documents.js';
import { GLOSSARY_OPERATIONS } from './glossaries.js';
import { LANGUAGE_OPERATIONS } from './languages.js';
import { MEMORY_OPERATIONS } from './memories.js';
import type { Operation } from './operation.js';
import { REPHRASE_OPERATIONS } from './rephrase.js';
import { SERVICE_OPERATIONS } from './service.js';
import { STYLE_OPERATIONS } from './styles.js';
import { TRANSLATE_OPERATIONS } from './translate.js';
import { USAGE_OPERATIONS } from './usage.js';

/** Every operation of the API, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  ...TRANSLATE_OPERATIONS,
  ...REPHRASE_OPERATIONS,
  ...DOCUMENT_OPERATIONS,
  ...LANGUAGE_OPERATIONS,
  ...GLOSSARY_OPERATIONS,
  ...MEMORY_OPERATIONS,
  ...STYLE_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...SERVICE_OPERATIONS,
];
