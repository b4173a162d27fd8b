import type { Part, Slot } from '../../model.js';
import { createInlineBuilder } from '../../units/inline-builder.js';
import { unwrapSpans } from '../../units/simplify-codes.js';
import { plainText, type UnitCollector } from '../../units/unit-collector.js';
import { escapeXml } from '../../xml/escape-xml.js';
import {
  attributeOf,
  encodeHtml,
  isUntranslated,
  localizeRoot,
  type OpenTag,
  textAttributes,
  writeAttribute,
} from './html-attributes.js';
import {
  CODE_ELEMENTS,
  INLINE_ELEMENTS,
  OPAQUE_ELEMENTS,
  PREFORMATTED_ELEMENTS,
  SEPARATE_ELEMENTS,
  VOID_ELEMENTS,
} from './html-elements.js';
import { type HtmlToken, tokenizeHtml } from './tokenize-html.js';

/** Finds the paragraphs of an HTML or XHTML text. */
export const readHtmlPart = (
  name: string,
  source: string,
  collector: UnitCollector,
  isXml: boolean,
): Part => {
  const tokens = tokenizeHtml(source, isXml);
  const slots: Slot[] = [];
  const paragraph = createInlineBuilder();
  const encode = isXml ? escapeXml : encodeHtml;
  let preformattedDepth = 0;
  let root: OpenTag | undefined;

  const flush = (): void => {
    if (paragraph.isEmpty) return;
    const { start, end } = paragraph;
    const { inlines, codes } = paragraph.take();
    const content = unwrapSpans(inlines, codes, ({ open }) => /^<span\b/i.test(open));
    const slot = collector.add({ start, end, ...content, encode });
    if (slot) slots.push(slot);
  };

  const addAttributes = (tag: OpenTag): void => {
    for (const { name: attribute, value, start, end } of textAttributes(tag)) {
      const slot = collector.add({
        start,
        end,
        inlines: plainText(value),
        encode: (text) => text,
        finish: (text) => writeAttribute(attribute, text),
      });
      if (slot) slots.push(slot);
    }
  };

  /** Passes over an element that stays as it is. @returns the index of its last token */
  const skip = (tag: OpenTag, index: number): number => {
    const last = endOfElement(tokens, index, isXml);
    const end = (tokens[last] ?? tag).end;
    if (INLINE_ELEMENTS.has(tag.name)) {
      const isWord = CODE_ELEMENTS.has(tag.name) || !OPAQUE_ELEMENTS.has(tag.name);
      const shown = isWord ? textBetween(tokens, index, last) : '';
      const code = { open: source.slice(tag.start, end), close: '' };
      paragraph.point(
        shown.trim() ? { tag: 'n', shown, ...code } : { tag: 'x', ...code },
        tag.start,
        end,
      );
    } else flush();
    return last;
  };

  const enter = (tag: OpenTag, index: number): number => {
    const isAsItIs = isUntranslated(tag);
    if (!isAsItIs) addAttributes(tag);
    if (tag.name === 'html') root ??= tag;
    const isAlone = VOID_ELEMENTS.has(tag.name) || (isXml && tag.isSelfClosing);
    if (!isAlone && (isAsItIs || CODE_ELEMENTS.has(tag.name) || OPAQUE_ELEMENTS.has(tag.name))) {
      return skip(tag, index);
    }
    const text = source.slice(tag.start, tag.end);
    if (PREFORMATTED_ELEMENTS.has(tag.name) && !isAlone) preformattedDepth++;
    if (!INLINE_ELEMENTS.has(tag.name) || (SEPARATE_ELEMENTS.has(tag.name) && !isAlone)) flush();
    else if (isAlone) {
      const kind = tag.name === 'br' ? 'br' : 'x';
      paragraph.point({ tag: kind, open: text, close: '' }, tag.start, tag.end);
    } else paragraph.open(tag.name, text, tag.start, tag.end);
    return index;
  };

  const leave = ({ name: tagName, start, end }: HtmlToken & { readonly name: string }): void => {
    if (PREFORMATTED_ELEMENTS.has(tagName) && preformattedDepth > 0) preformattedDepth--;
    if (!INLINE_ELEMENTS.has(tagName) || SEPARATE_ELEMENTS.has(tagName)) flush();
    else paragraph.close(tagName, source.slice(start, end), start, end);
  };

  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as HtmlToken;
    if (token.kind === 'open') index = enter(token, index);
    else if (token.kind === 'close') leave(token);
    else if (token.kind === 'text') {
      const text = preformattedDepth > 0 ? token.text : token.text.replace(/[ \t\r\n\f]+/g, ' ');
      paragraph.text(text, token.start, token.end);
    } else if (!paragraph.isEmpty) {
      const open = source.slice(token.start, token.end);
      paragraph.point({ tag: 'x', open, close: '' }, token.start, token.end);
    }
  }
  flush();

  return {
    name,
    text: source,
    slots,
    localize: ({ targetLanguage, direction }) =>
      root && targetLanguage && attributeOf(root, 'translate') !== 'no'
        ? localizeRoot(root, source, { language: targetLanguage, direction, isXml })
        : [],
    inventory: (text) => countTags(tokenizeHtml(text, isXml)),
  };
};

const textBetween = (tokens: readonly HtmlToken[], first: number, last: number): string =>
  tokens
    .slice(first, last + 1)
    .map((token) => (token.kind === 'text' ? token.text : ''))
    .join('')
    .replace(/\s+/g, ' ');

/** The index of the tag that ends an element; the last of the document where nothing does. */
const endOfElement = (tokens: readonly HtmlToken[], first: number, isXml: boolean): number => {
  const { name } = tokens[first] as OpenTag;
  let depth = 0;
  for (let index = first; index < tokens.length; index++) {
    const token = tokens[index] as HtmlToken;
    if (token.kind === 'open' && token.name === name && !(isXml && token.isSelfClosing)) depth++;
    if (token.kind === 'close' && token.name === name && --depth === 0) return index;
  }
  return tokens.length - 1;
};

const countTags = (tokens: readonly HtmlToken[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const token of tokens) {
    if (token.kind !== 'open' && token.kind !== 'close') continue;
    // Spans that say the same are joined.
    if (token.name === 'span') continue;
    const tag = token.kind === 'open' ? `<${token.name}>` : `</${token.name}>`;
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return counts;
};
