import { escapeXmlAttribute, openingTag, setAttributes } from '../../escape-xml.js';
import { officeLocale, wordLanguageAttribute } from '../../language.js';
import type { DocumentLimits } from '../../limits.js';
import { append } from '../../many-values.js';
import type { Edit, WriteOptions } from '../../model.js';
import { scanXml, type XmlElement } from '../../scan-xml.js';
import { prefixOf } from '../../xml-subtrees.js';
import { DRAWING, officeFilter, type PartKind, SHARED_PARTS } from './read-office.js';
import { readRunPart } from './read-run-part.js';
import type { RunDialect, RunProperty } from './run-dialect.js';

const SEEN_ON_SPACES = new Set(['w:u', 'w:strike', 'w:dstrike', 'w:highlight', 'w:shd', 'w:bdr']);

/** WordprocessingML, ECMA-376 part 1, section 17. */
export const WORD: RunDialect = {
  paragraphs: new Set(['w:p']),
  run: 'w:r',
  text: 'w:t',
  textAttributes: ' xml:space="preserve"',
  keepsLines: false,
  properties: 'w:rPr',
  containers: new Set([
    'w:hyperlink',
    'w:smartTag',
    'w:ins',
    'w:moveTo',
    'w:customXml',
    'w:dir',
    'w:bdo',
  ]),
  edges: new Set(['w:pPr']),
  dropped: new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:softHyphen']),
  breaks: new Set(['w:br', 'w:cr', 'w:tab', 'w:ptab']),
  characters: new Map([['w:noBreakHyphen', '\u2011']]),
  idleProperties: new Set(['w:lang', 'w:noProof', 'w:rPrChange', 'w:ins', 'w:moveTo']),
  minorProperties: new Set(['w:bCs', 'w:iCs', 'w:szCs', 'w:webHidden']),
  hiddenProperties: new Set(['w:vanish', 'w:specVanish']),
  showsOnSpaces: (_tag, children) => children.some(({ name }) => SEEN_ON_SPACES.has(name)),
  writeProperties(properties, prefix, { direction }) {
    const children = properties?.children ?? [];
    const kept = children
      .filter(({ name }) => name !== 'w:rtl' || direction === undefined)
      .map(({ source }) => source);
    if (direction === 'rtl') append(kept, [...complexTwins(children), `<${prefix}rtl/>`]);
    if (kept.length === 0) return '';
    return `${properties?.tag || `<${prefix}rPr>`}${kept.join('')}</${prefix}rPr>`;
  },
};

/** Properties of the Latin script that the complex scripts have under names of their own. */
const COMPLEX_TWINS = new Map([
  ['w:b', 'w:bCs'],
  ['w:i', 'w:iCs'],
  ['w:sz', 'w:szCs'],
]);

/** What right-to-left text needs to look as the source does. */
const complexTwins = (children: readonly RunProperty[]): readonly string[] => {
  const names = new Set(children.map(({ name }) => name));
  return children.flatMap(({ name, source }) => {
    const twin = COMPLEX_TWINS.get(name);
    if (!twin || names.has(twin)) return [];
    return [source.replace(/^(<\/?[^\s/>]*)/, '$1Cs').replace(/^(.*)(<\/[^>]*)>$/, '$1$2Cs>')];
  });
};

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
const localizeDirection = (
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
const localizeLanguage = (
  source: string,
  { targetLanguage }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  if (!targetLanguage) return [];
  const attribute = wordLanguageAttribute(targetLanguage);
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

const story = (type: RegExp): PartKind => ({
  type,
  read: (name, source, { collector, limits }) => ({
    ...readRunPart(name, source, {
      collector,
      limits,
      dialects: [WORD, DRAWING],
      isLeftOut: (ancestors) => ancestors.includes('w:del') || ancestors.includes('w:moveFrom'),
    }),
    localize: (options) => localizeDirection(source, options, limits),
  }),
});

const STYLES: PartKind = {
  type: /wordprocessingml\.(?:styles|settings)\+xml$/,
  read(name, source, { limits }) {
    // What is damaged is refused now, and not once everything is translated.
    scanXml(source, {}, { limits });
    const localize = (options: WriteOptions) => localizeLanguage(source, options, limits);
    return { name, text: source, slots: [], localize };
  },
};

const MAIN =
  /(?:wordprocessingml\.(?:document|template)|ms-word\.(?:document\.macroEnabled|template\.macroEnabledTemplate))\.main\+xml$/;

const KINDS: readonly PartKind[] = [
  story(MAIN),
  story(/wordprocessingml\.header\+xml$/),
  story(/wordprocessingml\.footer\+xml$/),
  story(/wordprocessingml\.footnotes\+xml$/),
  story(/wordprocessingml\.endnotes\+xml$/),
  story(/wordprocessingml\.comments\+xml$/),
  story(/wordprocessingml\.document\.glossary\+xml$/),
  STYLES,
  ...SHARED_PARTS,
];

/** Word documents: ECMA-376, transitional and strict. */
export const readDocx = officeFilter(MAIN, KINDS);
