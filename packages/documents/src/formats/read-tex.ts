import { createInlineBuilder, type InlineBuilder } from '../inline-builder.js';
import { type DocumentLimits, requireWithin } from '../limits.js';
import type { Filter, Slot } from '../model.js';
import { readTextFile, textDocument } from '../text-part.js';
import { createUnitCollector } from '../unit-collector.js';
import { markFinder } from './lightweight/text-lines.js';
import { encodeTex, encodeTexOption, readTexCharacter } from './tex-text.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Commands whose argument is a paragraph of its own. */
const BLOCKS = words(
  'part chapter section subsection subsubsection paragraph subparagraph addpart addchap addsec minisec title subtitle caption frametitle framesubtitle keywords abstract parbox captionof',
);
/** Those of them that say something about the document, in front of it. */
const IN_PREAMBLE = words('title subtitle keywords abstract');
/** Commands whose argument is a text outside of the sentence. */
const NOTES = words('footnote footnotetext marginpar thanks sidenote endnote marginnote');
/** Commands around words of a sentence. */
const PAIRS = words(
  'textbf textit textsc textrm textsf textsl textmd textup textnormal emph underline uline uwave sout enquote mbox fbox makebox framebox hl textcolor colorbox href hyperref hyperlink hypertarget multicolumn multirow raisebox textsuperscript textsubscript text alert structure centerline leftline rightline MakeUppercase MakeLowercase',
);
/** Arguments in front of the text. */
const ARGUMENTS_BEFORE: Readonly<Record<string, number>> = {
  textcolor: 1,
  colorbox: 1,
  href: 1,
  hyperlink: 1,
  hypertarget: 1,
  multicolumn: 2,
  multirow: 2,
  raisebox: 1,
  parbox: 1,
  captionof: 1,
};
/** Commands that look for the rest of a group, and belong to its begin. */
const DECLARATIONS =
  /(?:\s*\\(?:bf|it|em|sl|sc|sf|tt|rm|bfseries|itshape|slshape|scshape|sffamily|ttfamily|rmfamily|mdseries|upshape|normalfont|tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|centering|raggedright|raggedleft)(?![a-zA-Z])[ \t]*|\s*\\color\{[^{}]*\})+/y;
/** Commands that are shown as a number or a name. */
const REFERENCES: Readonly<Record<string, string>> = {
  ref: '1',
  autoref: '1',
  pageref: '1',
  eqref: '(1)',
  cref: '1',
  Cref: '1',
  cite: '[1]',
  citep: '[1]',
  citet: '[1]',
  parencite: '[1]',
  textcite: '[1]',
  footcite: '[1]',
};
/** Commands whose argument is shown and stays as it is. */
const KEPT = words('texttt url path code lstinline nolinkurl gls Gls ac acs acl acp si SI num qty');
/** Commands that are shown as a name. */
const NAMES: Readonly<Record<string, string>> = {
  LaTeX: 'LaTeX',
  LaTeXe: 'LaTeX',
  TeX: 'TeX',
  BibTeX: 'BibTeX',
  XeTeX: 'XeTeX',
  today: 'today',
};
const DEFINITIONS = words('def gdef edef xdef');
const CODE = words(
  'verbatim Verbatim BVerbatim LVerbatim lstlisting minted comment filecontents alltt code tikzpicture pgfpicture asy picture forest circuitikz axis algorithmic algorithm2e algorithm sagecode luacode thebibliography',
);
const FORMULAS = words(
  'equation align gather multline eqnarray math displaymath alignat flalign subequations IEEEeqnarray dmath',
);
const TABLES = words(
  'tabular tabularx tabulary longtable tabbing array supertabular xtabular tabu',
);
/** Environments that begin with a title. */
const TITLED = words('frame block alertblock exampleblock');

const SPACE = /[ \t]*(?:\r?\n|\r)?[ \t]*/y;
const NEW_PARAGRAPH = /[ \t]*(?:\r?\n|\r)(?:[ \t]*(?:\r?\n|\r))+[ \t]*/y;
const COMMENT = /%[^\r\n]*(?:\r?\n|\r|$)[ \t]*/y;
const COMMAND = /\\(?:([a-zA-Z@]+)\*?|[\s\S])/y;
const TEXT = /[^\\{}[\]$%&~^_#`',<>!?\-\s]+/y;
/** A sign that means something by itself, or nothing at all, which keeps apart what is around it. */
const GUARDED = /\{([[\]*]?)\}/y;
const LENGTH =
  /\s*(?:=\s*)?-?(?:\d+(?:\.\d*)?|\.\d+)\s*(?:pt|em|ex|cm|mm|in|bp|pc|sp|dd|cc|true\w\w|\\[a-zA-Z]+)(?:\s*(?:plus|minus)\s*-?[\d.]+\s*\w+)*[ \t]*/y;
const ENVIRONMENT = /\\(begin|end)[ \t]*\{([^{}\\%]{1,80})\}/y;
const INPUT_ENCODING = /\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}/;
const ENCODINGS: Readonly<Record<string, string>> = {
  latin1: 'iso-8859-1',
  latin2: 'iso-8859-2',
  latin9: 'iso-8859-15',
  ansinew: 'windows-1252',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1252: 'windows-1252',
  'koi8-r': 'koi8-r',
  applemac: 'macintosh',
};

/** How far the name and the parameters of a definition may reach. */
const MAX_DEFINED_LENGTH = 200;

/** How far an option in square brackets may reach. */
const MAX_OPTION_LENGTH = 2000;

/** A stretch in braces or brackets whose text is read. */
interface Stretch {
  /** Where its closing sign is. */
  readonly closesAt: number;
  readonly kind: 'pair' | 'block' | 'note';
  readonly name: string;
  /** For a note: where its command begins, and the sentence it stands in. */
  readonly start: number;
  readonly outer?: InlineBuilder;
}

/** LaTeX and plain TeX: paragraphs, headings, captions, items, cells and notes are units. */
export const readTex: Filter = (bytes, options) => {
  const head = Buffer.from(bytes.subarray(0, 64 * 1024)).toString('latin1');
  const declared = ENCODINGS[INPUT_ENCODING.exec(head)?.[1] ?? ''];
  const file = readTextFile(bytes, options, declared);
  const collector = createUnitCollector(options.limits);
  const slots = findSlots(file.text, (paragraph) => collector.add(paragraph), options.limits);
  return textDocument(file, { text: file.text, slots, inventory: countCommands }, collector.units, {
    declareUtf8: (text) =>
      text.replace(INPUT_ENCODING, (whole, name: string) => whole.replace(name, 'utf8')),
  });
};

type AddParagraph = ReturnType<typeof createUnitCollector>['add'];

const findSlots = (source: string, add: AddParagraph, limits: DocumentLimits): readonly Slot[] => {
  const partners = matchBraces(source);
  const slots: Slot[] = [];
  const stretches: Stretch[] = [];
  const tables: string[] = [];
  let builder = createInlineBuilder();
  let space: { readonly start: number; readonly end: number } | undefined;
  let position = 0;
  const closings: Readonly<Record<string, (from: number) => number>> = {
    $: markFinder(source, /(?<!\\)\$/),
    $$: markFinder(source, /\$\$/),
    '\\)': markFinder(source, /\\\)/),
    '\\]': markFinder(source, /\\\]/),
  };

  const found = (pattern: RegExp, at = position): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  const flush = (): void => {
    space = undefined;
    if (builder.isEmpty) return;
    const { start, end } = builder;
    const isOption = source[stretches.at(-1)?.closesAt ?? 0] === ']';
    const encode = isOption ? encodeTexOption : encodeTex;
    const slot = add({ start, end, ...builder.take(), encode });
    if (slot) slots.push(slot);
  };
  /** White space counts once something follows it. */
  const addSpace = (): void => {
    if (space && !builder.isEmpty) builder.text(' ', space.start, space.end);
    space = undefined;
  };
  const addText = (text: string, length: number): void => {
    addSpace();
    builder.text(text, position, position + length);
    position += length;
  };
  /** @param shown what a reader sees of it; without, it is nothing to see */
  const addPoint = (end: number, shown?: string, written = source.slice(position, end)): void => {
    if (shown !== undefined || !builder.isEmpty) {
      addSpace();
      const code = { open: written, close: '' };
      builder.point(
        shown === undefined ? { kind: 'point', ...code } : { kind: 'kept', shown, ...code },
        position,
        end,
      );
    }
    position = end;
  };
  const enter = (kind: Stretch['kind'], start: number, opening: number, closesAt: number): void => {
    requireWithin(stretches.length + 1, limits, 'depth');
    const name = String(stretches.length);
    if (kind === 'pair') {
      addSpace();
      builder.open(name, source.slice(start, opening), start, opening, { start: undefined });
      stretches.push({ kind, closesAt, name, start });
    } else if (kind === 'note') {
      addSpace();
      stretches.push({ kind, closesAt, name, start, outer: builder });
      builder = createInlineBuilder();
    } else {
      flush();
      stretches.push({ kind, closesAt, name, start });
    }
    position = opening;
  };
  const leave = ({ kind, name, start, outer, closesAt }: Stretch): void => {
    // What is verbatim may reach beyond a brace, which then closes nothing.
    const end = position === closesAt ? position + 1 : position;
    if (kind === 'pair') {
      addSpace();
      stretches.pop();
      builder.close(name, source.slice(position, end), position, end);
    } else {
      flush();
      stretches.pop();
      if (outer) {
        builder = outer;
        builder.point({ kind: 'point', open: source.slice(start, end), close: '' }, start, end);
      }
    }
    position = end;
  };

  /** @returns where an option in brackets ends, or where it would begin */
  const skipOption = (at: number): number => {
    if (source[at] !== '[') return at;
    const last = Math.min(source.length, at + MAX_OPTION_LENGTH);
    for (let index = at + 1; index < last; index++) {
      const sign = source[index];
      if (sign === ']') return index + 1;
      if (sign === '\\') index++;
      else if (sign === '}') return at;
      else if (sign === '{') {
        const partner = partners.get(index);
        if (partner === undefined) return at;
        index = partner;
      }
    }
    return at;
  };
  const skipGroup = (at: number): number => {
    const partner = source[at] === '{' ? partners.get(at) : undefined;
    return partner === undefined ? at : partner + 1;
  };
  const skipArguments = (at: number): number => {
    for (let end = at; ; ) {
      const next = skipGroup(skipOption(end));
      if (next === end) return end;
      end = next;
    }
  };
  const skipSpace = (at: number): number => at + (found(SPACE, at)?.[0].length ?? 0);
  /** Where the group with the text of a command begins. */
  const findArgument = (at: number, argumentsBefore: number): number | undefined => {
    let next = skipOption(skipSpace(at));
    for (let index = 0; index < argumentsBefore; index++) {
      const end = skipGroup(skipSpace(next));
      if (end === next) return undefined;
      next = skipOption(end);
    }
    next = skipSpace(next);
    return partners.has(next) ? next : undefined;
  };

  const bodyStart = /\\begin[ \t]*\{document\}/.exec(source)?.index ?? 0;
  const hasOnlyPreamble = bodyStart === 0 && /^[ \t]*\\documentclass/m.test(source);
  const preambleEnd = hasOnlyPreamble ? source.length : bodyStart;

  const readEnvironment = (isBegin: boolean, name: string, after: number): void => {
    flush();
    const bare = name.replace(/\*$/, '');
    if (!isBegin) {
      if (tables.at(-1) === name) tables.pop();
      position = name === 'document' ? source.length : after;
      return;
    }
    if (CODE.has(bare) || FORMULAS.has(bare)) {
      const end = `\\end{${name}}`;
      const at = source.indexOf(end, after);
      position = at < 0 ? source.length : at + end.length;
      return;
    }
    if (TABLES.has(bare)) tables.push(name);
    const options = skipOption(after);
    const title = TITLED.has(bare) ? partners.get(options) : undefined;
    if (title === undefined) position = skipArguments(after);
    else enter('block', after, options + 1, title);
  };

  const readWord = (name: string, after: number): void => {
    const start = position;
    if (name === 'par') {
      flush();
      position = after;
      return;
    }
    if (name === 'item') {
      flush();
      const open = skipSpace(after);
      const end = skipOption(open);
      if (end > open) enter('block', start, open + 1, end - 1);
      else position = after;
      return;
    }
    const kind = BLOCKS.has(name)
      ? 'block'
      : NOTES.has(name)
        ? 'note'
        : PAIRS.has(name)
          ? 'pair'
          : undefined;
    const group = kind && findArgument(after, ARGUMENTS_BEFORE[name] ?? 0);
    if (kind && group !== undefined) {
      enter(kind, start, group + 1, partners.get(group) as number);
      return;
    }
    if (name === 'verb' || name === 'lstinline') {
      const at = skipOption(after);
      const sign = source[at];
      const end = sign && sign !== '{' ? source.indexOf(sign, at + 1) : -1;
      if (end > 0 && end - at < MAX_OPTION_LENGTH) {
        addPoint(end + 1, source.slice(at + 1, end));
        return;
      }
    }
    if (DEFINITIONS.has(name)) {
      const distance = source.slice(after, after + MAX_DEFINED_LENGTH).indexOf('{');
      addPoint(distance < 0 ? after : Math.max(skipGroup(after + distance), after));
      return;
    }
    const end = skipArguments(after);
    const shown =
      NAMES[name] ??
      (end > after
        ? (REFERENCES[name] ??
          (KEPT.has(name) ? lastArgument(source.slice(after, end)) : undefined))
        : undefined);
    if (end > after) {
      addPoint(end, shown);
      return;
    }
    const length = found(LENGTH, after)?.[0].length ?? 0;
    if (length > 0) addPoint(after + length);
    else {
      // A control word takes the space behind it, and must not grow into the word that follows. An
      // empty group would be its argument instead of the one that is there.
      const next = skipSpace(after);
      const keepsSpace = next > after && /[{[]/.test(source[next] ?? '');
      const written = keepsSpace ? source.slice(start, next) : `${source.slice(start, after)}{}`;
      addPoint(next, shown, written);
    }
  };

  const readCommand = (): void => {
    const environment = found(ENVIRONMENT);
    if (environment) {
      const [whole, which, name = ''] = environment;
      readEnvironment(which === 'begin', name, position + whole.length);
      return;
    }
    const character = readTexCharacter(source, position);
    if (character) {
      addText(character.text, character.length);
      return;
    }
    const [whole, name] = found(COMMAND) ?? ['\\'];
    const after = position + whole.length;
    if (name !== undefined) readWord(name, after);
    else if (whole === '\\(') readFormula('\\)', false);
    else if (whole === '\\[') readFormula('\\]', true);
    else if (whole === '\\\\') {
      const end = skipOption(source[after] === '*' ? after + 1 : after);
      if (tables.length > 0 || builder.isEmpty) {
        flush();
        position = end;
      } else {
        addSpace();
        const open = source.slice(position, end);
        builder.point({ kind: 'break', open, close: '' }, position, end);
        position = end;
      }
    } else addPoint(after);
  };

  const readFormula = (closing: string, isDisplay: boolean): void => {
    const from = position + closing.length;
    const at = (closings[closing] as (from: number) => number)(from);
    const around = stretches.at(-1)?.closesAt ?? source.length;
    const limit = isDisplay ? around : Math.min(around, position + MAX_OPTION_LENGTH);
    if (at < 0 || at > limit) {
      addPoint(from);
      return;
    }
    const end = at + closing.length;
    if (!isDisplay) addPoint(end, source.slice(from, at));
    else {
      flush();
      position = end;
    }
  };

  const readPreamble = (): void => {
    const comment = found(COMMENT);
    const command = found(COMMAND);
    const name = command?.[1];
    if (comment) position += comment[0].length;
    else if (source[position] === '{') position = Math.max(skipGroup(position), position + 1);
    else if (command) {
      const after = position + command[0].length;
      const group = name && IN_PREAMBLE.has(name) ? findArgument(after, 0) : undefined;
      if (group === undefined) position = after;
      else enter('block', position, group + 1, partners.get(group) as number);
    } else position++;
  };

  const readSign = (sign: string): void => {
    const guarded = sign === '{' && found(GUARDED);
    if (guarded) {
      if (guarded[1]) addText(guarded[1], 3);
      else {
        builder.skip(position, position + 2);
        position += 2;
      }
    } else if (sign === '{') {
      const partner = partners.get(position);
      const opening = position + 1 + (found(DECLARATIONS, position + 1)?.[0].length ?? 0);
      if (partner === undefined || opening > partner) addPoint(position + 1);
      else enter('pair', position, opening, partner);
    } else if (sign === '$') {
      if (source[position + 1] === '$') readFormula('$$', true);
      else readFormula('$', false);
    } else if (sign === '&' && tables.length > 0) {
      flush();
      position++;
    } else {
      const character = readTexCharacter(source, position);
      if (character) addText(character.text, character.length);
      else if ('}&^_#'.includes(sign)) addPoint(position + 1);
      else addText(sign, sign.length);
    }
  };

  while (position < source.length) {
    const stretch = stretches.at(-1);
    if (stretch && position >= stretch.closesAt) {
      leave(stretch);
      continue;
    }
    if (position < preambleEnd && stretches.length === 0) {
      readPreamble();
      continue;
    }
    const sign = source[position] as string;
    const paragraph = found(NEW_PARAGRAPH);
    const comment = sign === '%' && found(COMMENT);
    const text = found(TEXT);
    if (paragraph) {
      flush();
      position += paragraph[0].length;
    } else if (/\s/.test(sign)) {
      const end = Math.max(skipSpace(position), position + 1);
      space = { start: space?.start ?? position, end };
      position = end;
    } else if (comment) {
      addPoint(position + comment[0].length);
      if (found(/(?:\r?\n|\r)/y)) flush();
    } else if (text) addText(text[0], text[0].length);
    else if (sign === '\\') readCommand();
    else readSign(sign);
  }
  while (stretches.length > 0) leave(stretches.at(-1) as Stretch);
  flush();
  return slots.sort((a, b) => a.start - b.start || b.end - a.end);
};

/** The text in the last braces. */
const lastArgument = (source: string): string =>
  (/\{([^{}]*)\}$/.exec(source)?.[1] ?? '').replace(/\\([_#%&$])/g, '$1');

/** Which braces belong together, by their places. */
const matchBraces = (source: string): ReadonlyMap<number, number> => {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: sign, index } of source.matchAll(/\\[\s\S]|%[^\r\n]*|[{}]/g)) {
    if (sign === '{') open.push(index);
    else if (sign === '}') {
      const partner = open.pop();
      if (partner !== undefined) partners.set(partner, index);
    }
  }
  return partners;
};

const COUNTED =
  /\\[\\%]|%[^\r\n]*|\\(begin|end|item|label|ref|cite|footnote|caption|includegraphics|(?:sub)*section|chapter|part)(?![a-zA-Z])/g;

/** Commands that have to be there as often after the translation as before. */
const countCommands = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const [, name] of text.matchAll(COUNTED)) {
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};
