import type { DocumentLimits } from '../../limits.js';
import type { Edit, WriteOptions } from '../../model.js';
import { scanXml, type XmlElement } from '../../scan-xml.js';
import { childOf, prefixOf, readSimpleTexts, type XmlNode } from '../../xml-subtrees.js';
import { DRAWING, officeFilter, type PartKind, SHARED_PARTS } from './read-office.js';
import { readRunPart } from './read-run-part.js';

const HIDDEN_SLIDE = /<(?:[\w.-]+:)?sld\s[^<>]*\bshow\s*=\s*["'](?:0|false)["']/;

/** Gives the paragraphs of a slide the direction of the target language. */
const localizeSlide = (
  source: string,
  { direction }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  const isRightToLeft = direction === 'rtl';
  if (!direction || (!isRightToLeft && !/\brtl\s*=\s*["'](?:1|true)/.test(source))) return [];
  const edits: Edit[] = [];
  /** A paragraph whose first child is still to come. */
  let bare: XmlElement | undefined;
  const turn = (element: XmlElement): void => {
    const { start, end } = element;
    const wasRightToLeft = /^(?:1|true)$/.test(element.attribute('rtl') ?? '');
    if (wasRightToLeft === isRightToLeft) return;
    const algn = element.attribute('algn') ?? (wasRightToLeft ? 'r' : 'l');
    const turned = { l: 'r', r: 'l' }[algn] ?? algn;
    const tag = source
      .slice(start, end)
      .replace(/\s(?:rtl|algn)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
      .replace(/^<[^\s/>]+/, (name) => `${name} algn="${turned}" rtl="${isRightToLeft ? 1 : 0}"`);
    edits.push({ start, end, text: tag });
  };
  scanXml(
    source,
    {
      open(element) {
        if (element.name === 'a:pPr') turn(element);
        else if (bare && isRightToLeft) {
          const text = `<${prefixOf(bare)}pPr algn="r" rtl="1"/>`;
          edits.push({ start: bare.end, end: bare.end, text });
        }
        bare = element.name === 'a:p' && !element.isEmpty ? element : undefined;
      },
      close() {
        bare = undefined;
      },
    },
    { limits },
  );
  return edits;
};

const SLIDES: PartKind = {
  type: /presentationml\.slide\+xml$/,
  read: (name, source, { collector, limits }) =>
    HIDDEN_SLIDE.test(source)
      ? { name, text: source, slots: [] }
      : {
          ...readRunPart(name, source, { collector, limits, dialects: [DRAWING] }),
          localize: (options) => localizeSlide(source, options, limits),
        },
};

const NOTES: PartKind = {
  type: /presentationml\.notesSlide\+xml$|ms-powerpoint\.comments\+xml$/,
  read: (name, source, { collector, limits }) => ({
    ...readRunPart(name, source, { collector, limits, dialects: [DRAWING] }),
    localize: (options) => localizeSlide(source, options, limits),
  }),
};

const COMMENTS: PartKind = {
  type: /presentationml\.comments\+xml$/,
  read: (name, source, reading) => readSimpleTexts(name, source, new Set(['p:text']), reading),
};

/** Placeholders show what slides put into them; their own text is for authors. */
const isPlaceholder = (shape: XmlNode): boolean => {
  const about = childOf(shape, 'p:nvSpPr');
  const properties = about && childOf(about, 'p:nvPr');
  return properties !== undefined && childOf(properties, 'p:ph') !== undefined;
};

const MASTERS: PartKind = {
  type: /presentationml\.slide(?:Master|Layout)\+xml$/,
  read: (name, source, { collector, limits }) =>
    readRunPart(name, source, {
      collector,
      limits,
      dialects: [DRAWING],
      wholes: { names: new Set(['p:sp']), isPassedOver: isPlaceholder },
    }),
};

/** PowerPoint presentations. */
export const readPptx = officeFilter(
  /(?:presentationml|ms-powerpoint)\.(?:presentation|slideshow|template)(?:\.macroEnabled)?\.main\+xml$/,
  [SLIDES, NOTES, COMMENTS, MASTERS, ...SHARED_PARTS],
);
