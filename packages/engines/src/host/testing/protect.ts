import { protectSpans, type TranslationUnit } from '@dragoman/core';

/** What most tests have as tags and placeholders. */
export const MARKUP = /<[^>]*>|\{\w+\}/g;

/** A unit in which everything that a pattern matches is protected. */
export const protect = (text: string, pattern: RegExp = MARKUP): TranslationUnit => ({
  text,
  protectedSpans: protectSpans(
    text,
    Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    })),
  ),
});
