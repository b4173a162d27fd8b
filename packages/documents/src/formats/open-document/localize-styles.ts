import { isComplexScript, isEastAsian, localeOf } from '../../language.js';
import type { DocumentLimits } from '../../limits.js';
import type { Edit, WriteOptions } from '../../model.js';
import { scanXml, type XmlElement } from '../../xml/scan-xml.js';
import { openingTag, setAttributes } from '../../xml/set-attributes.js';
import { prefixOf } from '../../xml/xml-subtrees.js';

/** What text in complex scripts has in place of these. */
const COMPLEX_TWINS = new Map([
  ['fo:font-weight', 'style:font-weight-complex'],
  ['fo:font-style', 'style:font-style-complex'],
  ['fo:font-size', 'style:font-size-complex'],
]);

/** `start` is the left for some programs whatever the direction, so sides are named. */
const TURNED = new Map([
  ['start', 'right'],
  ['left', 'right'],
  ['end', 'left'],
  ['right', 'left'],
]);

/** Says language and direction in the styles that others are made from. */
export const localizeStyles = (
  source: string,
  { targetLanguage, direction }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  if (!targetLanguage) return [];
  const language = languageAttributes(targetLanguage);
  const [languageName = ''] = language.keys();
  const mode = new Map([['style:writing-mode', direction === 'rtl' ? 'rl-tb' : 'lr-tb']]);
  const edits: Edit[] = [];
  /** The paragraph style around that others are made from, until it says its direction. */
  let root: XmlElement | undefined;
  let isDefault = false;

  const set = (element: XmlElement, attributes: ReadonlyMap<string, string>): void => {
    const { start, end } = element;
    const tag = source.slice(start, end);
    const text = setAttributes(tag, attributes);
    if (text !== tag) edits.push({ start, end, text });
  };
  /** Properties of paragraphs come first in a style; one without any gets some. */
  const addProperties = (style: XmlElement): void => {
    const { start, end, isEmpty, sourceName } = style;
    const attributes = 'fo:text-align="right" style:writing-mode="rl-tb"';
    const properties = `<${prefixOf(style)}paragraph-properties ${attributes}/>`;
    if (!isEmpty) edits.push({ start: end, end, text: properties });
    else {
      const tag = openingTag(source.slice(start, end));
      edits.push({ start, end, text: `${tag}${properties}</${sourceName}>` });
    }
  };
  const readText = (element: XmlElement): void => {
    const attributes = new Map<string, string>();
    if (isDefault || element.attribute(languageName) !== undefined) {
      for (const [name, value] of language) attributes.set(name, value);
    }
    if (isComplexScript(targetLanguage)) {
      for (const [name, twin] of COMPLEX_TWINS) {
        const value = element.attribute(name);
        if (value !== undefined && element.attribute(twin) === undefined)
          attributes.set(twin, value);
      }
    }
    set(element, attributes);
  };

  scanXml(
    source,
    {
      open(element) {
        const { name } = element;
        if (root && name !== 'style:paragraph-properties') {
          addProperties(root);
          root = undefined;
        }
        if (name === 'style:default-style') isDefault = true;
        const isRoot = name === 'style:style' && direction === 'rtl' && isRootStyle(element);
        if (isRoot && element.isEmpty) addProperties(element);
        else if (isRoot) root = element;
        const saysMode = element.attribute('style:writing-mode') !== undefined;
        if (name === 'style:text-properties') readText(element);
        else if (name === 'style:paragraph-properties') {
          const isBase = direction === 'rtl' && (isDefault || root !== undefined);
          const attributes = new Map(saysMode || isBase ? mode : []);
          const align = element.attribute('fo:text-align') ?? (isBase ? 'left' : '');
          const turned = direction === 'rtl' ? TURNED.get(align) : undefined;
          if (turned) attributes.set('fo:text-align', turned);
          set(element, attributes);
          root = undefined;
        } else if (name === 'style:page-layout-properties' && saysMode) set(element, mode);
      },
      close(name) {
        if (name === 'style:default-style') isDefault = false;
        if (name === 'style:style') root = undefined;
      },
    },
    { limits },
  );
  return edits;
};

const isRootStyle = (style: XmlElement): boolean =>
  style.attribute('style:family') === 'paragraph' &&
  style.attribute('style:parent-style-name') === undefined;

const languageAttributes = (tag: string): ReadonlyMap<string, string> => {
  const { language, region } = localeOf(tag);
  const suffix = isEastAsian(tag) ? '-asian' : isComplexScript(tag) ? '-complex' : '';
  const prefix = suffix === '' ? 'fo' : 'style';
  return new Map([
    [`${prefix}:language${suffix}`, language],
    [`${prefix}:country${suffix}`, region || 'none'],
  ]);
};
