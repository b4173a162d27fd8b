import { DRAWING } from './drawing-dialect.js';
import { localizeDirection, localizeLanguage } from './localize-word.js';
import { officeFilter } from './read-office.js';
import { readRunPart } from './read-run-part.js';
import { type PartKind, SHARED_PARTS } from './shared-parts.js';
import { WORD } from './word-dialect.js';

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
  read: (name, source, { limits }) => ({
    name,
    text: source,
    slots: [],
    localize: (options) => localizeLanguage(source, options, limits),
  }),
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

/** Word documents: ECMA-376, transitional and strict. Macros do nothing with the text as a rule. */
export const readDocx = officeFilter(MAIN, KINDS, true);
