import type { MarkupOptions } from '@dragoman/core';
import { UNIT_TAGS } from '@dragoman/documents';

/** How the units of documents and messages are read that have codes. */
export const UNIT_MARKUP: MarkupOptions = {
  syntax: 'xml',
  outlineDetection: true,
  splitting: new Set<string>(UNIT_TAGS.splittingTags),
  nonSplitting: new Set<string>(UNIT_TAGS.nonSplittingTags),
  ignored: new Set<string>(UNIT_TAGS.ignoreTags),
};
