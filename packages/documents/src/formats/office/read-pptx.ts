import { readSimpleTexts } from '../../xml/read-simple-texts.js';
import { childOf, type XmlNode } from '../../xml/xml-subtrees.js';
import { DRAWING } from './drawing-dialect.js';
import { localizeSlide } from './localize-slide.js';
import { officeFilter } from './read-office.js';
import { readRunPart } from './read-run-part.js';
import { type PartKind, SHARED_PARTS } from './shared-parts.js';

const HIDDEN_SLIDE = /<(?:[\w.-]+:)?sld\s[^>]*\bshow\s*=\s*["'](?:0|false)["']/;

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
  /presentationml\.(?:presentation|slideshow|template)\.main\+xml$/,
  [SLIDES, NOTES, COMMENTS, MASTERS, ...SHARED_PARTS],
);
