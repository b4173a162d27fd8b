import { createElementStack, type ElementRules, type OpenElement } from './classify.js';
import {
  BLOCK_ELEMENTS,
  endedBy,
  findItems,
  LINKS,
  PICTURE_ELEMENTS,
  PREFORMATTED_ELEMENTS,
  UNTRANSLATED_ELEMENTS,
  type WordElement,
} from './html-elements.js';
import type { MarkupOptions, Token } from './token.js';

/** The rules for a marked text's elements. */
export const elementRules = (
  source: string,
  tokens: readonly Token[],
  options: MarkupOptions,
): ElementRules =>
  options.syntax === 'html'
    ? htmlRules(source, tokens, options)
    : xmlRules(source, tokens, options);

const htmlRules = (
  source: string,
  tokens: readonly Token[],
  { splitting, nonSplitting, ignored }: MarkupOptions,
): ElementRules => {
  const lower = (names: ReadonlySet<string>): ReadonlySet<string> =>
    new Set([...names].map((name) => name.toLowerCase()));
  const blocks = new Set([...BLOCK_ELEMENTS, ...lower(splitting)]);
  for (const name of lower(nonSplitting)) blocks.delete(name);
  const ignoredNames = lower(ignored);
  const items = itemsOf(source, tokens, lower(nonSplitting));
  return {
    isBlock: (name, token) => blocks.has(name) || items.has(token),
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

/** With the index of its opening or empty tag among the tokens; -1 for the marked text. */
interface TextElement extends OpenElement, WordElement {
  readonly parent: TextElement | undefined;
  /** Whether text other than white space lies in it, not counting its children's. */
  hasOwnText: boolean;
  hasText: boolean;
  /** Children that hold text. */
  textChildren: number;
}

const LETTER = /\p{L}/u;

/** The opening tags of links and labels that are texts of their own, see {@link findItems}. */
const itemsOf = (
  source: string,
  tokens: readonly Token[],
  nonSplitting: ReadonlySet<string>,
): ReadonlySet<number> =>
  tokens.some(({ name }) => LINKS.has(name))
    ? new Set(findItems(elementsOf(source, tokens), ({ name }) => !nonSplitting.has(name)))
    : new Set();

/** The elements of a marked text by the index of their opening tag. */
const elementsOf = (source: string, tokens: readonly Token[]): readonly TextElement[] => {
  const stack = createElementStack<TextElement>();
  const create = (token: number, name: string, parent: TextElement | undefined): TextElement => ({
    token,
    name,
    parent,
    isBlock: false,
    hasOwnText: false,
    hasText: false,
    hasOwnWords: false,
    hasWords: false,
    wordChildren: 0,
    textChildren: 0,
  });
  const root = create(-1, '', undefined);
  const elements = [root];
  const leave = ({ hasText, hasWords, parent }: TextElement): void => {
    if (!hasText || !parent) return;
    parent.hasText = true;
    parent.textChildren++;
    if (!hasWords) return;
    parent.hasWords = true;
    parent.wordChildren++;
  };
  for (const [index, { kind, name, start, end }] of tokens.entries()) {
    const parent = stack.top ?? root;
    if (kind === 'open' || kind === 'empty') {
      const element = create(index, name, parent);
      elements.push(element);
      if (kind === 'open') stack.push(element);
    } else if (kind === 'close') {
      stack.close(name).forEach(leave);
    } else if (kind === 'text' && !parent.hasOwnWords) {
      const text = source.slice(start, end);
      if (!/\S/.test(text)) continue;
      parent.hasOwnText = true;
      parent.hasText = true;
      parent.hasOwnWords = LETTER.test(text);
      parent.hasWords ||= parent.hasOwnWords;
    }
  }
  stack.closeAll().forEach(leave);
  return elements;
};

/**
 * Which tags of an XML document, by the index of their token, stand inside sentences. An element
 * does where its parent has text of its own beside it (`Press <b>OK</b> now`), unless it is a
 * structure of several elements with text and none beside them, such as a list. All other elements
 * end the sentence before them. The caller's rules come first.
 */
const findInlineElements = (
  source: string,
  tokens: readonly Token[],
  options: MarkupOptions,
): Uint8Array => {
  const isInline = new Uint8Array(tokens.length);
  for (const element of elementsOf(source, tokens)) {
    const { parent, token } = element;
    const isGlued = !options.outlineDetection && touchesBefore(source, tokens, token);
    if (
      parent &&
      (!isGlued || options.nonSplitting.has(element.name)) &&
      isInSentence(element, parent, isInline[parent.token] === 1, options)
    ) {
      isInline[token] = 1;
    }
  }
  return isInline;
};

const ENDS_WITH_WORD = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}]/u;

/**
 * Whether the words of an element would be one with those of the element before it, which ends right
 * there: `<title>The house</title><par>First`. Nobody writes the halves of a word like that.
 */
const touchesBefore = (source: string, tokens: readonly Token[], token: number): boolean => {
  let before = token - 1;
  if (tokens[before]?.kind !== 'close') return false;
  while (tokens[before]?.kind === 'close') before--;
  let after = token + 1;
  while (tokens[after]?.kind === 'open') after++;
  const [left, right] = [tokens[before], tokens[after]];
  return (
    left?.kind === 'text' &&
    right?.kind === 'text' &&
    ENDS_WITH_WORD.test(source.slice(Math.max(left.start, left.end - 2), left.end)) &&
    BEGINS_WITH_WORD.test(source.slice(right.start, right.start + 2))
  );
};

const isInSentence = (
  element: TextElement,
  parent: TextElement,
  isParentInline: boolean,
  { splitting, nonSplitting, outlineDetection }: MarkupOptions,
): boolean => {
  if (splitting.has(element.name)) return false;
  if (nonSplitting.has(element.name) || !outlineDetection) return true;
  if (!element.hasOwnText && element.textChildren > 1) return false;
  return isParentInline || parent.hasOwnText;
};
