import { DOCUMENT_ROUTES } from './features/documents/document-routes.js';
import { GLOSSARY_ROUTES } from './features/glossaries/glossary-routes.js';
import { KEY_ROUTES } from './features/keys-and-usage/key-routes.js';
import {
  USAGE_REPORT_ROUTES,
  USAGE_ROUTES,
} from './features/keys-and-usage/usage-report-routes.js';
import { MEMORY_ROUTES } from './features/memories/memory-routes.js';
import { STYLE_ROUTES } from './features/style-rules/style-routes.js';
import { LANGUAGE_ROUTES } from './features/translate/language-routes.js';
import { REWRITE_ROUTES, TRANSLATE_ROUTES } from './features/translate/translate-routes.js';
import type { Route } from './platform/http/define-route.js';
import { HEALTH_ROUTES, METRICS_ROUTE, REFERENCE_ROUTES } from './service-routes.js';

/** Every route of the API, in the order of the reference. */
export const ROUTES: readonly Route[] = [
  ...TRANSLATE_ROUTES,
  ...REWRITE_ROUTES,
  ...DOCUMENT_ROUTES,
  ...LANGUAGE_ROUTES,
  ...GLOSSARY_ROUTES,
  ...MEMORY_ROUTES,
  ...STYLE_ROUTES,
  ...USAGE_ROUTES,
  ...KEY_ROUTES,
  ...USAGE_REPORT_ROUTES,
  ...HEALTH_ROUTES,
  METRICS_ROUTE,
  ...REFERENCE_ROUTES,
];
