import { isComplexScript, isEastAsian, officeLocale } from '../../language.js';
import type { DocumentLimits } from '../../limits.js';
import type { Edit, WriteOptions } from '../../model.js';
import { escapeXmlAttribute } from '../../xml/escape-xml.js';
import { scanXml, type XmlElement } from '../../xml/scan-xml.js';
import { openingTag, setAttributes } from '../../xml/set-attributes.js';
import { prefixOf } from '../../xml/xml-subtrees.js';

/** What stands in front of `w:bidi` in paragraph properties (ECMA-376 part 1, CT_PPrBase). */
const BEFORE_BIDI = new Set([
  'w:pStyle',
  'w:keepNext',
  'w:keepLines',
  'w:pageBreakBefore',
  'w:framePr',
  'w:widowControl',
  'w:numPr',
  'w:suppressLineNumbers',
  'w:pBdr',
  'w:shd',
  'w:tabs',
  'w:suppressAutoHyphens',
  'w:kinsoku',
  'w:wordWrap',
  'w:overflowPunct',
  'w:topLinePunct',
  'w:autoSpaceDE',
  'w:autoSpaceDN',
]);

/** What stands in front of `w:bidiVisual` in table properties (CT_TblPrBase). */
const BEFORE_BIDI_VISUAL = new Set(['w:tblStyle', 'w:tblpPr', 'w:tblOverlap']);

/** Gives paragraphs and tables the direction of the target language. */
export const localizeDirection = (
  source: string,
  { direction }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  if (!direction || (direction === 'ltr' && !/bidi(?:Visual)?\b/.test(source))) return [];
  const edits: Edit[] = [];
  const open: { element: XmlElement; insertAt: number; flag?: XmlElement }[] = [];
  /** A paragraph whose first child is still to come. */
  let bare: XmlElement | undefined;

  const finish = ({ element, insertAt, flag }: (typeof open)[number]): void => {
    const name = element.name === 'w:pPr' ? 'bidi' : 'bidiVisual';
    const text = direction === 'rtl' ? `<${prefixOf(element)}${name}/>` : '';
    if (flag) edits.push({ start: flag.start, end: flag.end, text });
    else if (text && element.isEmpty) {
      const tag = openingTag(source.slice(element.start, element.end));
      edits.push({ ...element, text: `${tag}${text}</${element.sourceName}>` });
    } else if (text) edits.push({ start: insertAt, end: insertAt, text });
  };
  const giveProperties = (paragraph: XmlElement): void => {
    const prefix = prefixOf(paragraph);
    const at = paragraph.end;
    const text = `<${prefix}pPr><${prefix}bidi/></${prefix}pPr>`;
    if (direction === 'rtl') edits.push({ start: at, end: at, text });
  };

  const depthAt: number[] = [];
  let depth = 0;
  scanXml(
    source,
    {
      open(element) {
        depth++;
        const { name } = element;
        if (bare && name !== 'w:pPr') giveProperties(bare);
        bare = name === 'w:p' && !element.isEmpty ? element : undefined;
        const outer = open.at(-1);
        if (outer && depth === (depthAt.at(-1) ?? 0) + 1) {
          const isFlag = name === 'w:bidi' || name === 'w:bidiVisual';
          if (isFlag) outer.flag = element;
          const before = outer.element.name === 'w:pPr' ? BEFORE_BIDI : BEFORE_BIDI_VISUAL;
          if (before.has(name)) outer.insertAt = -1;
        }
        if (name === 'w:pPr' || name === 'w:tblPr') {
          open.push({ element, insertAt: element.end });
          depthAt.push(depth);
        }
      },
      close(name, _start, end) {
        const outer = open.at(-1);
        // The last of those in front has ended: here is the place.
        if (outer?.insertAt === -1 && depth === (depthAt.at(-1) ?? 0) + 1) outer.insertAt = end;
        if (outer && depth === depthAt.at(-1)) {
          depthAt.pop();
          finish(open.pop() as (typeof open)[number]);
        }
        if (name === 'w:p') bare = undefined;
        depth--;
      },
    },
    { limits },
  );
  return edits;
};

/** Says the target language wherever styles and settings say a language. */
export const localizeLanguage = (
  source: string,
  { targetLanguage }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  if (!targetLanguage) return [];
  const attribute = isEastAsian(targetLanguage)
    ? 'eastAsia'
    : isComplexScript(targetLanguage)
      ? 'bidi'
      : 'val';
  const locale = officeLocale(targetLanguage);
  const edits: Edit[] = [];
  let isInDefaults = false;
  let hasDefault = false;
  scanXml(
    source,
    {
      open(element) {
        const { name, start, end } = element;
        if (name === 'w:rPrDefault') isInDefaults = true;
        if (name !== 'w:lang' && name !== 'w:themeFontLang') return;
        hasDefault ||= isInDefaults;
        const attributes = new Map([[prefixOf(element) + attribute, locale]]);
        const text = setAttributes(source.slice(start, end), attributes);
        edits.push({ start, end, text });
      },
      close(name, start, end) {
        // Properties by default that name no language get one.
        if (name === 'w:rPr' && isInDefaults && !hasDefault && start !== end) {
          const prefix = /^<\/([\w.-]+:)?/.exec(source.slice(start, end))?.[1] ?? '';
          const text = `<${prefix}lang ${prefix}${attribute}="${escapeXmlAttribute(locale)}"/>`;
          edits.push({ start, end: start, text });
        }
        if (name === 'w:rPrDefault') isInDefaults = false;
      },
    },
    { limits },
  );
  return edits;
};
