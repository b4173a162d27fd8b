import type { Edit } from '../../model.js';
import { escapeXml, escapeXmlAttribute } from '../../xml/escape-xml.js';
import { BUTTON_TYPES, TEXT_ATTRIBUTES, TEXT_META } from './html-elements.js';
import type { HtmlAttribute, HtmlToken } from './tokenize-html.js';

export type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

export const attributeOf = ({ attributes }: OpenTag, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;

/** Attributes of a tag that are text for people. */
export const textAttributes = (tag: OpenTag): readonly HtmlAttribute[] =>
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
export const isUntranslated = (tag: OpenTag): boolean => {
  const translate = attributeOf(tag, 'translate')?.toLowerCase();
  if (translate !== undefined) return translate === 'no';
  return attributeOf(tag, 'class')?.split(/\s+/).includes('notranslate') ?? false;
};

/** Writes an attribute anew; the place of it is that of name and value together. */
export const writeAttribute = (name: string, value: string): string =>
  `${name}="${escapeXmlAttribute(value).replaceAll('&#39;', "'")}"`;

/** Says language and direction on the root element. */
export const localizeRoot = (
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
export const encodeHtml = (text: string): string => escapeXml(text).replaceAll('\u00a0', '&nbsp;');
