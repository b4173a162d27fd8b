import { type Token as Parse5Token, Tokenizer, TokenizerMode } from 'parse5';
import type { Edit, Part, Slot } from '../../model.js';
import { createInlineBuilder } from '../../units/inline-builder.js';
import { unwrapSpans } from '../../units/simplify-codes.js';
import { plainText, type UnitCollector } from '../../units/unit-collector.js';
import { escapeXml, escapeXmlAttribute } from '../../xml/escape-xml.js';
import {
  BUTTON_TYPES,
  CODE_ELEMENTS,
  INLINE_ELEMENTS,
  OPAQUE_ELEMENTS,
  PREFORMATTED_ELEMENTS,
  SEPARATE_ELEMENTS,
  TEXT_ATTRIBUTES,
  TEXT_META,
  VOID_ELEMENTS,
} from './html-elements.js';

/** An attribute with the place of all of it, name and value. */
interface HtmlAttribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A token with its place in the source. Text is decoded. */
type HtmlToken = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: readonly HtmlAttribute[];
      readonly isSelfClosing: boolean;
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'other' }
);

/** Elements whose content the tokenizer must not read as markup. */
const CONTENT_MODES: Readonly<Record<string, number>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
};

/**
 * Reads HTML as browsers do, into a flat list: what is opened and never closed, or crossed, is the
 * business of the caller that reads the list.
 *
 * @param isXml XHTML: elements may close themselves, and there is CDATA
 */
const tokenizeHtml = (source: string, isXml: boolean): readonly HtmlToken[] => {
  const tokens: HtmlToken[] = [];
  const placeOf = ({ location }: Parse5Token.Token) => ({
    start: location?.startOffset ?? 0,
    end: location?.endOffset ?? 0,
  });
  const onText = (token: Parse5Token.CharacterToken): void => {
    const place = placeOf(token);
    tokens.push({ kind: 'text', text: token.chars, ...place });
  };
  const onOther = (token: Parse5Token.Token): void => {
    tokens.push({ kind: 'other', ...placeOf(token) });
  };
  let foreignDepth = 0;
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const { tagName: name, selfClosing: isSelfClosing } = token;
        const isForeign = name === 'svg' || name === 'math';
        if (isForeign && !isSelfClosing) foreignDepth++;
        tokenizer.inForeignNode = isXml || foreignDepth > 0;
        const mode = CONTENT_MODES[name];
        if (mode !== undefined && foreignDepth === 0 && !(isXml && isSelfClosing)) {
          tokenizer.state = mode as typeof tokenizer.state;
        }
        const attributes = token.attrs.map(({ name: attribute, value }) => {
          const place = token.location?.attrs?.[attribute];
          return {
            name: attribute,
            value,
            start: place?.startOffset ?? 0,
            end: place?.endOffset ?? 0,
          };
        });
        tokens.push({ kind: 'open', name, attributes, isSelfClosing, ...placeOf(token) });
      },
      onEndTag(token) {
        if ((token.tagName === 'svg' || token.tagName === 'math') && foreignDepth > 0) {
          foreignDepth--;
        }
        tokenizer.inForeignNode = isXml || foreignDepth > 0;
        tokens.push({ kind: 'close', name: token.tagName, ...placeOf(token) });
      },
      onCharacter: onText,
      onNullCharacter: onText,
      onWhitespaceCharacter: onText,
      onComment: onOther,
      onDoctype: onOther,
      onEof() {},
    },
  );
  tokenizer.inForeignNode = isXml;
  tokenizer.write(source, true);
  return tokens;
};

type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

const attributeOf = ({ attributes }: OpenTag, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;

/** Attributes of a tag that are text for people. */
const textAttributes = (tag: OpenTag): readonly HtmlAttribute[] =>
  tag.attributes.filter(({ name, value }) => {
    if (value.trim() === '') return false;
    if (TEXT_ATTRIBUTES.has(name)) return true;
    if (name === 'label') return ['option', 'optgroup', 'track', 'menuitem'].includes(tag.name);
    if (name === 'value' && tag.name === 'input') {
      return BUTTON_TYPES.has(attributeOf(tag, 'type')?.toLowerCase() ?? '');
    }
    if (name !== 'content' || tag.name !== 'meta') return false;
    const subject = attributeOf(tag, 'name') ?? attributeOf(tag, 'property') ?? '';
    return TEXT_META.has(subject.toLowerCase());
  });

/** Whether an element asks to stay as it is. */
const isUntranslated = (tag: OpenTag): boolean => {
  const translate = attributeOf(tag, 'translate')?.toLowerCase();
  if (translate !== undefined) return translate === 'no';
  return attributeOf(tag, 'class')?.split(/\s+/).includes('notranslate') ?? false;
};

/** Writes an attribute again; the place of it is that of name and value together. */
const writeAttribute = (name: string, value: string): string =>
  `${name}="${escapeXmlAttribute(value).replaceAll('&#39;', "'")}"`;

/** Says language and direction on the root element. */
const localizeRoot = (
  root: OpenTag,
  source: string,
  {
    language,
    direction,
    isXml,
  }: { language: string; direction: string | undefined; isXml: boolean },
): readonly Edit[] => {
  const end = root.end - (/\/\s*>$/.exec(source.slice(root.start, root.end))?.[0].length ?? 1);
  const set = (name: string, value: string): Edit => {
    const found = root.attributes.find((attribute) => attribute.name === name);
    const text = writeAttribute(name, value);
    if (found) return { start: found.start, end: found.end, text };
    return { start: end, end, text: ` ${text}` };
  };
  const has = (name: string): boolean => attributeOf(root, name) !== undefined;
  return [
    ...(!isXml || has('lang') ? [set('lang', language)] : []),
    ...(isXml || has('xml:lang') ? [set('xml:lang', language)] : []),
    ...(direction === 'rtl' || (direction === 'ltr' && has('dir')) ? [set('dir', direction)] : []),
  ];
};

/** Escapes text as HTML is usually written. */
const encodeHtml = (text: string): string => escapeXml(text).replaceAll('\u00a0', '&nbsp;');

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
        shown.trim() ? { kind: 'kept', shown, ...code } : { kind: 'point', ...code },
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
      const kind = tag.name === 'br' ? 'break' : 'point';
      paragraph.point({ kind, open: text, close: '' }, tag.start, tag.end);
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
      paragraph.point({ kind: 'point', open, close: '' }, token.start, token.end);
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
