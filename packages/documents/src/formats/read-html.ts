import {
  BLOCK_ELEMENTS,
  PICTURE_ELEMENTS,
  PREFORMATTED_ELEMENTS,
  UNTRANSLATED_ELEMENTS,
  VOID_ELEMENTS,
} from '@dragoman/core/html-elements';
import { type Token as Parse5Token, Tokenizer, TokenizerMode } from 'parse5';
import { escapeXmlAttribute } from '../escape-xml.js';
import { createInlineBuilder, unwrapSpans } from '../inline-builder.js';
import type { Edit, Filter, Part, Slot } from '../model.js';
import {
  createParagraphCollector,
  type ParagraphCollector,
  plainText,
} from '../paragraph-collector.js';
import { encodingLabel, referToUnencodable } from '../text-encoding.js';
import { readTextFile, textDocument, WHOLE_FILE } from '../text-part.js';
import { itemTagsOf } from './html-items.js';
import { createHtmlWriting } from './html-references.js';

const names = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** HTML: block elements are paragraphs, inline elements codes, and some attributes are paragraphs, too. */
export const readHtml: Filter = (bytes, options) => {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const file = readTextFile(bytes, options, declaredEncoding(head));
  const collector = createParagraphCollector(options.limits);
  const isXml = /^\s*<\?xml\b|<html\b[^>]*xmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml/.test(head);
  const part = readHtmlPart(WHOLE_FILE, file.text, collector, isXml);
  return textDocument(file, part, collector.paragraphs, {
    writeUnencodable: referToUnencodable,
    declareUtf8: (text) => text.replace(DECLARATION, '$1utf-8'),
  });
};

const DECLARATION =
  /^([\s\S]{0,4096}?(?:<\?xml[^<>]*\sencoding\s*=\s*["']|<meta\b[^<>]*\bcharset\s*=\s*["']?\s*))([\w.:-]+)/i;

const declaredEncoding = (head: string): string | undefined => {
  const label = encodingLabel(DECLARATION.exec(head)?.[2] ?? '');
  // What reads as ASCII cannot be UTF-16, whatever it says of itself.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
};

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
    const last = tokens.at(-1);
    // Only the ends of a whole run are told right where there are references in it.
    if (last?.kind === 'text' && last.end === place.start) {
      const { text, start } = last;
      tokens[tokens.length - 1] = { kind: 'text', text: text + token.chars, start, end: place.end };
    } else tokens.push({ kind: 'text', text: token.chars, ...place });
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

/** Attributes that say whether an element is translated; texts with markup know the same ones. */
const TRANSLATE_ATTRIBUTES = names('translate its:translate translatable');

/** Whether an element asks to be translated or to stay as it is; undefined where it is silent. */
const readTranslate = ({ attributes }: OpenTag): boolean | undefined => {
  let isTranslated: boolean | undefined;
  for (const { name, value } of attributes) {
    // Most attributes say nothing of it, and some are long.
    if (name !== 'class' && !TRANSLATE_ATTRIBUTES.has(name)) continue;
    const said = value.trim().toLowerCase();
    if (name === 'class') {
      if (said.split(/\s+/).includes('notranslate')) return false;
      continue;
    }
    if (said === 'no' || said === 'false') return false;
    if (said === 'yes' || said === 'true' || said === '') isTranslated = true;
  }
  return isTranslated;
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

/** Finds the paragraphs of an HTML or XHTML text. */
export const readHtmlPart = (
  name: string,
  source: string,
  collector: ParagraphCollector,
  isXml: boolean,
): Part => {
  const tokens = tokenizeHtml(source, isXml);
  const ends = elementEnds(tokens, isXml);
  const items = itemTagsOf(tokens, ends, isXml);
  const translatedFrom = nextTranslated(tokens);
  const slots: Slot[] = [];
  const paragraph = createInlineBuilder();
  const writing = createHtmlWriting(isXml);
  let preformattedDepth = 0;
  let isPreformatted = false;
  let root: OpenTag | undefined;

  const flush = (): void => {
    if (paragraph.isEmpty) return;
    const { start, end } = paragraph;
    const { inlines, codes } = paragraph.take();
    const content = unwrapSpans(inlines, codes, ({ open }) => /^<span\b/i.test(open));
    const slot = collector.add({
      start,
      end,
      ...content,
      encode: writing.take(),
      joinsSpace: !isPreformatted,
    });
    isPreformatted = false;
    if (slot) slots.push(slot);
  };

  const addText = (text: string, start: number, end: number): void => {
    const written = source.slice(start, end);
    writing.add(written, text);
    if (preformattedDepth > 0) isPreformatted = true;
    paragraph.text(isPreformatted ? text : withWrittenSpace(written, text), start, end);
  };

  /** @returns what writes an attribute with the references that it has */
  const writeLike = (attribute: string, value: string, written: string) => {
    if (!written.includes('&')) return (text: string) => writeAttribute(attribute, text);
    const own = createHtmlWriting(isXml);
    own.add(/^[^=]*=\s*(["']?)([\s\S]*)\1$/.exec(written)?.[2] ?? '', value);
    const encodeValue = own.take();
    return (text: string) =>
      `${attribute}="${encodeValue(text).replace(/["\t\n\r]/g, escapeXmlAttribute)}"`;
  };

  const addAttributes = (tag: OpenTag): void => {
    for (const { name: attribute, value, start, end } of textAttributes(tag)) {
      const slot = collector.add({
        start,
        end,
        inlines: plainText(value),
        encode: (text) => text,
        finish: writeLike(attribute, value, source.slice(start, end)),
      });
      if (slot) slots.push(slot);
    }
  };

  /** Translated elements inside one that stays as it is: the last token of each of the two. */
  const translatedInside: { readonly last: number; readonly lastAround: number }[] = [];

  /** Goes to the next translated element in what is passed over. @returns the last token before it */
  const passOver = (from: number, last: number): number => {
    const inner = translatedFrom[from] as number;
    // What was left inside may have reached further than what is around it.
    if (inner > last) return Math.max(from - 1, last);
    flush();
    translatedInside.push({ last: Math.min(ends[inner] as number, last), lastAround: last });
    return inner - 1;
  };

  /** Passes over an element that stays as it is. @returns the index of the last token passed over */
  const skip = (tag: OpenTag, index: number): number => {
    const last = ends[index] as number;
    if ((translatedFrom[index + 1] as number) <= last) return passOver(index + 1, last);
    const end = (tokens[last] ?? tag).end;
    if (!BLOCK_ELEMENTS.has(tag.name)) {
      const isWord = !PICTURE_ELEMENTS.has(tag.name);
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
    const isTranslated = readTranslate(tag);
    if (isTranslated !== false) addAttributes(tag);
    if (tag.name === 'html') root ??= tag;
    const isAlone = VOID_ELEMENTS.has(tag.name) || (isXml && tag.isSelfClosing);
    const isKept = UNTRANSLATED_ELEMENTS.has(tag.name) || PICTURE_ELEMENTS.has(tag.name);
    if (!isAlone && !(isTranslated ?? !isKept)) return skip(tag, index);
    const text = source.slice(tag.start, tag.end);
    if (PREFORMATTED_ELEMENTS.has(tag.name) && !isAlone) preformattedDepth++;
    const isBreak = tag.name === 'br';
    if ((BLOCK_ELEMENTS.has(tag.name) && !isBreak) || items.has(index)) flush();
    else if (isAlone) {
      const kind = isBreak ? 'break' : 'point';
      paragraph.point({ kind, open: text, close: '' }, tag.start, tag.end);
    } else paragraph.open(tag.name, text, tag.start, tag.end);
    return index;
  };

  const leave = (
    { name: tagName, start, end }: HtmlToken & { readonly name: string },
    index: number,
  ): void => {
    if (PREFORMATTED_ELEMENTS.has(tagName) && preformattedDepth > 0) preformattedDepth--;
    if ((BLOCK_ELEMENTS.has(tagName) && tagName !== 'br') || items.has(index)) flush();
    else paragraph.close(tagName, source.slice(start, end), start, end);
  };

  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as HtmlToken;
    if (token.kind === 'open') index = enter(token, index);
    else if (token.kind === 'close') leave(token, index);
    else if (token.kind === 'text') {
      addText(token.text, token.start, token.end);
    } else if (!paragraph.isEmpty) {
      const open = source.slice(token.start, token.end);
      paragraph.point({ kind: 'point', open, close: '' }, token.start, token.end);
    }
    for (let inner = translatedInside.at(-1); inner && index >= inner.last; ) {
      translatedInside.pop();
      flush();
      index = passOver(index + 1, inner.lastAround);
      inner = translatedInside.at(-1);
    }
  }
  flush();

  return {
    name,
    text: source,
    slots,
    localize: ({ targetLanguage, direction }) =>
      root && targetLanguage && readTranslate(root) !== false
        ? localizeRoot(root, source, { language: targetLanguage, direction, isXml })
        : [],
    inventory: (text) => countTags(tokenizeHtml(text, isXml)),
  };
};

/** Text with the white space around it as the source has it: lines may end in two characters. */
const withWrittenSpace = (written: string, text: string): string => {
  if (written.trim() === '') return written;
  const before = /^[ \t\r\n\f]*/.exec(written)?.[0] ?? '';
  let last = written.length;
  while (last > 0 && ' \t\r\n\f'.includes(written[last - 1] as string)) last--;
  const after = written.slice(last);
  const lengthOf = (space: string): number => space.replaceAll('\r\n', '\n').length;
  return before + text.slice(lengthOf(before), text.length - lengthOf(after)) + after;
};

const textBetween = (tokens: readonly HtmlToken[], first: number, last: number): string =>
  tokens
    .slice(first, last + 1)
    .map((token) => (token.kind === 'text' ? token.text : ''))
    .join('')
    .replace(/\s+/g, ' ');

/**
 * For each opening tag the index of the tag that ends its element; the last token of the document
 * where nothing does.
 */
const elementEnds = (tokens: readonly HtmlToken[], isXml: boolean): Int32Array => {
  const ends = new Int32Array(tokens.length).fill(tokens.length - 1);
  const open = new Map<string, number[]>();
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') {
      if (isXml && token.isSelfClosing) continue;
      const same = open.get(token.name);
      if (same) same.push(index);
      else open.set(token.name, [index]);
    } else if (token.kind === 'close') {
      const opened = open.get(token.name)?.pop();
      if (opened !== undefined) ends[opened] = index;
    }
  }
  return ends;
};

/** For each token the index of the next tag, itself included, that asks for translation. */
const nextTranslated = (tokens: readonly HtmlToken[]): Int32Array => {
  const next = new Int32Array(tokens.length + 1).fill(tokens.length);
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index] as HtmlToken;
    const isAsked = token.kind === 'open' && readTranslate(token);
    next[index] = isAsked ? index : (next[index + 1] as number);
  }
  return next;
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

/** Attributes that are read by people, whatever element they are on. */
const TEXT_ATTRIBUTES = names('alt title placeholder aria-label aria-description summary');

/** Names and properties of `meta` elements whose content is read by people. */
const TEXT_META = names(`
  description keywords title og:title og:description og:site_name og:image:alt twitter:title
  twitter:description twitter:image:alt application-name dc.title dc.description`);

/** Kinds of `input` whose value is what the button says. */
const BUTTON_TYPES = names('submit button reset');
