import { ADMIN_ROUTES } from '../admin/admin.js';
import type { Route } from '../define-route.js';
import { GLOSSARY_ROUTES } from '../glossaries/glossaries.js';
import { MEMORY_ROUTES } from '../memories/memories.js';
import { STYLE_ROUTES } from '../styles/styles.js';
import { REFERENCE_ROUTES } from './api-reference.js';
import { DOCUMENT_ROUTES } from './documents.js';
import { LANGUAGE_ROUTES } from './languages.js';
import { REPHRASE_ROUTES } from './rephrase.js';
import { HEALTH_ROUTES, METRICS_ROUTE } from './service.js';
import { TRANSLATE_ROUTES } from './translate.js';
import { USAGE_ROUTES } from './usage.js';

/** Every route of the API, in the order of the reference. */
export const ROUTES: readonly Route[] = [
  ...TRANSLATE_ROUTES,
  ...REPHRASE_ROUTES,
  ...DOCUMENT_ROUTES,
  ...LANGUAGE_ROUTES,
  ...GLOSSARY_ROUTES,
  ...MEMORY_ROUTES,
  ...STYLE_ROUTES,
  ...USAGE_ROUTES,
  ...ADMIN_ROUTES,
  ...HEALTH_ROUTES,
  METRICS_ROUTE,
  ...REFERENCE_ROUTES,
];
