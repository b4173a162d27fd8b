import { translateWish } from '../markup/attributes.js';
import type { ElementRules } from '../markup/classify.js';
import { createElementStack, type OpenElement } from '../markup/element-stack.js';
import type { MarkupSyntax } from '../markup/syntax.js';
import type { Token } from '../markup/token.js';

/** An element with its content, or a token that is none. */
export interface MarkupNode {
  /** Its stretch of the document. */
  readonly start: number;
  end: number;
  /** Whether text never goes over its edges. */
  readonly endsText: boolean;
  /** Whether text other than white space lies in it. */
  hasText: boolean;
  /** What lies between its tags; absent where there is nothing that could be taken out of it. */
  readonly content?: MarkupContent;
}

export interface MarkupContent {
  readonly nodes: MarkupNode[];
  /** Text of its own, beside elements. */
  hasOwnText: boolean;
  /** Whether it can be understood without the element around it. */
  readonly standsAlone: boolean;
}

interface OpenNode extends OpenElement, MarkupNode {
  readonly content: MarkupContent;
}

const NOT_BLANK = /\S/;

/**
 * The elements of a document, with end tags that were left out implied.
 *
 * @returns undefined for XML whose tags do not match
 */
export const readElements = (
  source: string,
  tokens: readonly Token[],
  syntax: MarkupSyntax,
  rules: ElementRules,
): MarkupContent | undefined => {
  const root: MarkupContent = { nodes: [], hasOwnText: false, standsAlone: true };
  const stack = createElementStack<OpenNode>();
  let isRegular = true;
  const add = (node: MarkupNode): void => {
    (stack.top?.content ?? root).nodes.push(node);
  };
  /** @param end after the end tag of the last one; the others have none */
  const finish = (closed: readonly OpenNode[], end: number, endOfInner = end): void => {
    for (const [index, node] of closed.entries()) {
      node.end = index === closed.length - 1 ? end : endOfInner;
      const parent = closed[index + 1] ?? stack.top;
      if (node.hasText && parent) parent.hasText = true;
    }
  };
  const open = ({ start, end, name }: Token, isBlock: boolean): void => {
    const isKept =
      rules.isIgnored(name) ||
      rules.isUntranslated(name) ||
      rules.isPreformatted(name) ||
      translateWish(source.slice(start, end)) === false;
    const content = { nodes: [], hasOwnText: false, standsAlone: isBlock && !isKept };
    const node = { name, isBlock, start, end, endsText: isBlock, hasText: false, content };
    add(node);
    stack.push(node);
  };

  for (const [index, token] of tokens.entries()) {
    const { kind, name, start, end } = token;
    const leaf = { start, end, endsText: false, hasText: false };
    if (kind === 'open' || kind === 'empty') {
      for (const ended of rules.endedBy(name)) {
        while (stack.block && ended.has(stack.block.name)) finish(stack.closeBlock(), start);
      }
      const isBlock = rules.isBlock(name, index);
      if (kind === 'open') open(token, isBlock);
      else add({ ...leaf, endsText: isBlock });
    } else if (kind === 'close') {
      const closed = stack.close(name);
      if (closed.length !== 1) isRegular = false;
      finish(closed, end, start);
      if (closed.length === 0) add({ ...leaf, endsText: rules.isBlockEnd(name) });
    } else if (kind === 'text') {
      const hasText = NOT_BLANK.test(source.slice(start, end));
      add({ ...leaf, hasText });
      if (hasText) {
        (stack.top?.content ?? root).hasOwnText = true;
        if (stack.top) stack.top.hasText = true;
      }
    } else add(leaf);
  }
  const unended = stack.closeAll();
  if (unended.length > 0) isRegular = false;
  finish(unended, source.length);
  return isRegular || syntax === 'html' ? root : undefined;
};
