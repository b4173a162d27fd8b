import type { ElementRules } from './classify.js';
import {
  BLOCK_ELEMENTS,
  endedBy,
  PICTURE_ELEMENTS,
  PREFORMATTED_ELEMENTS,
  UNTRANSLATED_ELEMENTS,
} from './html-elements.js';
import { findInlineElements } from './outline.js';
import type { MarkupOptions, Token } from './token.js';

/** The rules for a document's elements. */
export const elementRules = (
  source: string,
  tokens: readonly Token[],
  options: MarkupOptions,
): ElementRules =>
  options.syntax === 'html' ? htmlRules(options) : xmlRules(source, tokens, options);

const htmlRules = ({ splitting, nonSplitting, ignored }: MarkupOptions): ElementRules => {
  const lower = (names: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...names].map((name) => name.toLowerCase()));
  const blocks = new Set([...BLOCK_ELEMENTS, ...lower(splitting)]);
  for (const name of lower(nonSplitting)) blocks.delete(name);
  const ignoredNames = lower(ignored);
  return {
    isBlock: (name) => blocks.has(name),
    isBlockEnd: (name) => blocks.has(name),
    endedBy,
    isIgnored: (name) => ignoredNames.has(name),
    isUntranslated: (name) => UNTRANSLATED_ELEMENTS.has(name) || PICTURE_ELEMENTS.has(name),
    isPicture: (name) => PICTURE_ELEMENTS.has(name),
    isPreformatted: (name) => PREFORMATTED_ELEMENTS.has(name),
  };
};

const xmlRules = (
  source: string,
  tokens: readonly Token[],
  options: MarkupOptions,
): ElementRules => {
  const isInline = findInlineElements(source, tokens, options);
  return {
    isBlock: (_name, token) => isInline[token] !== 1,
    isBlockEnd: (name) => options.splitting.has(name),
    endedBy: () => [],
    isIgnored: (name) => options.ignored.has(name),
    isUntranslated: () => false,
    isPicture: () => false,
    isPreformatted: () => false,
  };
};
