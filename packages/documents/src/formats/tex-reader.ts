import { createInlineBuilder, type InlineBuilder } from '../inline-builder.js';
import { type DocumentLimits, requireWithin } from '../limits.js';
import type { Slot } from '../model.js';
import type { ParagraphCollector } from '../paragraph-collector.js';
import { markFinder } from './lightweight/text-lines.js';
import { encodeTex, encodeTexOption, matchBraces, readTexCharacter } from './tex-text.js';

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
/** How far the name and the parameters of a definition may reach. */
const MAX_DEFINED_LENGTH = 200;

/** How far an option in square brackets may reach. */
const MAX_OPTION_LENGTH = 2000;

/** Braces or brackets that are open, and whose text is read. */
interface OpenText {
  /** Where its closing sign is. */
  readonly closesAt: number;
  readonly kind: 'pair' | 'block' | 'note';
  readonly name: string;
  /** For a note: where its command begins, and the sentence it stands in. */
  readonly start: number;
  readonly outer?: InlineBuilder;
}

type AddParagraph = ParagraphCollector['add'];

/** Reads TeX from its first to its last sign, with a method for each construct. */
class TexReader {
  readonly #source: string;
  readonly #add: AddParagraph;
  readonly #limits: DocumentLimits;
  readonly #partners: ReadonlyMap<number, number>;
  readonly #closings: Readonly<Record<string, (from: number) => number>>;
  readonly #preambleEnd: number;
  readonly #slots: Slot[] = [];
  readonly #openTexts: OpenText[] = [];
  readonly #tables: string[] = [];
  #builder = createInlineBuilder();
  #space: { readonly start: number; readonly end: number } | undefined;
  #position = 0;

  constructor(source: string, add: AddParagraph, limits: DocumentLimits) {
    this.#source = source;
    this.#add = add;
    this.#limits = limits;
    this.#partners = matchBraces(source);
    this.#closings = {
      $: markFinder(source, /(?<!\\)\$/g),
      $$: markFinder(source, /\$\$/g),
      '\\)': markFinder(source, /\\\)/g),
      '\\]': markFinder(source, /\\\]/g),
    };
    const bodyStart = /\\begin[ \t]*\{document\}/.exec(source)?.index ?? 0;
    const hasOnlyPreamble = bodyStart === 0 && /^[ \t]*\\documentclass/m.test(source);
    this.#preambleEnd = hasOnlyPreamble ? source.length : bodyStart;
  }

  /** Reads all of the source. */
  read(): readonly Slot[] {
    while (this.#position < this.#source.length) {
      const innermost = this.#openTexts.at(-1);
      if (innermost && this.#position >= innermost.closesAt) {
        this.#leave(innermost);
        continue;
      }
      if (this.#position < this.#preambleEnd && this.#openTexts.length === 0) {
        this.#readPreamble();
        continue;
      }
      const sign = this.#source[this.#position] as string;
      const paragraph = this.#found(NEW_PARAGRAPH);
      const comment = sign === '%' && this.#found(COMMENT);
      const text = this.#found(TEXT);
      if (paragraph) {
        this.#flush();
        this.#position += paragraph[0].length;
      } else if (/\s/.test(sign)) {
        const end = Math.max(this.#skipSpace(this.#position), this.#position + 1);
        this.#space = { start: this.#space?.start ?? this.#position, end };
        this.#position = end;
      } else if (comment) {
        this.#addPoint(this.#position + comment[0].length);
        if (this.#found(/(?:\r?\n|\r)/y)) this.#flush();
      } else if (text) this.#addText(text[0], text[0].length);
      else if (sign === '\\') this.#readCommand();
      else this.#readSign(sign);
    }
    while (this.#openTexts.length > 0) this.#leave(this.#openTexts.at(-1) as OpenText);
    this.#flush();
    return this.#slots.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  #found(pattern: RegExp, at = this.#position): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.#source);
  }

  #flush(): void {
    this.#space = undefined;
    if (this.#builder.isEmpty) return;
    const { start, end } = this.#builder;
    const isOption = this.#source[this.#openTexts.at(-1)?.closesAt ?? 0] === ']';
    const encode = isOption ? encodeTexOption : encodeTex;
    const slot = this.#add({ start, end, ...this.#builder.take(), encode });
    if (slot) this.#slots.push(slot);
  }

  /** White space counts once something follows it. */
  #addSpace(): void {
    if (this.#space && !this.#builder.isEmpty)
      this.#builder.text(' ', this.#space.start, this.#space.end);
    this.#space = undefined;
  }

  #addText(text: string, length: number): void {
    this.#addSpace();
    this.#builder.text(text, this.#position, this.#position + length);
    this.#position += length;
  }

  /** @param shown what a reader sees of it; without, it is nothing to see */
  #addPoint(end: number, shown?: string, written = this.#source.slice(this.#position, end)): void {
    if (shown !== undefined || !this.#builder.isEmpty) {
      this.#addSpace();
      const code = { open: written, close: '' };
      this.#builder.point(
        shown === undefined ? { kind: 'point', ...code } : { kind: 'kept', shown, ...code },
        this.#position,
        end,
      );
    }
    this.#position = end;
  }

  #enter(kind: OpenText['kind'], start: number, opening: number, closesAt: number): void {
    requireWithin(this.#openTexts.length + 1, this.#limits, 'depth');
    const name = String(this.#openTexts.length);
    if (kind === 'pair') {
      this.#addSpace();
      this.#builder.open(name, this.#source.slice(start, opening), start, opening, {
        start: undefined,
      });
      this.#openTexts.push({ kind, closesAt, name, start });
    } else if (kind === 'note') {
      this.#addSpace();
      this.#openTexts.push({ kind, closesAt, name, start, outer: this.#builder });
      this.#builder = createInlineBuilder();
    } else {
      this.#flush();
      this.#openTexts.push({ kind, closesAt, name, start });
    }
    this.#position = opening;
  }

  #leave({ kind, name, start, outer, closesAt }: OpenText): void {
    // What is verbatim may reach beyond a brace, which then closes nothing.
    const end = this.#position === closesAt ? this.#position + 1 : this.#position;
    if (kind === 'pair') {
      this.#addSpace();
      this.#openTexts.pop();
      this.#builder.close(name, this.#source.slice(this.#position, end), this.#position, end);
    } else {
      this.#flush();
      this.#openTexts.pop();
      if (outer) {
        this.#builder = outer;
        this.#builder.point(
          { kind: 'point', open: this.#source.slice(start, end), close: '' },
          start,
          end,
        );
      }
    }
    this.#position = end;
  }

  /** @returns where an option in brackets ends, or where it would begin */
  #skipOption(at: number): number {
    if (this.#source[at] !== '[') return at;
    const last = Math.min(this.#source.length, at + MAX_OPTION_LENGTH);
    for (let index = at + 1; index < last; index++) {
      const sign = this.#source[index];
      if (sign === ']') return index + 1;
      if (sign === '\\') index++;
      else if (sign === '}') return at;
      else if (sign === '{') {
        const partner = this.#partners.get(index);
        if (partner === undefined) return at;
        index = partner;
      }
    }
    return at;
  }

  #skipGroup(at: number): number {
    const partner = this.#source[at] === '{' ? this.#partners.get(at) : undefined;
    return partner === undefined ? at : partner + 1;
  }

  #skipArguments(at: number): number {
    for (let end = at; ; ) {
      const next = this.#skipGroup(this.#skipOption(end));
      if (next === end) return end;
      end = next;
    }
  }

  #skipSpace(at: number): number {
    return at + (this.#found(SPACE, at)?.[0].length ?? 0);
  }

  /** Where the group with the text of a command begins. */
  #findArgument(at: number, argumentsBefore: number): number | undefined {
    let next = this.#skipOption(this.#skipSpace(at));
    for (let index = 0; index < argumentsBefore; index++) {
      const end = this.#skipGroup(this.#skipSpace(next));
      if (end === next) return undefined;
      next = this.#skipOption(end);
    }
    next = this.#skipSpace(next);
    return this.#partners.has(next) ? next : undefined;
  }

  #readEnvironment(isBegin: boolean, name: string, after: number): void {
    this.#flush();
    const bare = name.replace(/\*$/, '');
    if (!isBegin) {
      if (this.#tables.at(-1) === name) this.#tables.pop();
      this.#position = name === 'document' ? this.#source.length : after;
      return;
    }
    if (CODE.has(bare) || FORMULAS.has(bare)) {
      const end = `\\end{${name}}`;
      const at = this.#source.indexOf(end, after);
      this.#position = at < 0 ? this.#source.length : at + end.length;
      return;
    }
    if (TABLES.has(bare)) this.#tables.push(name);
    const options = this.#skipOption(after);
    const title = TITLED.has(bare) ? this.#partners.get(options) : undefined;
    if (title === undefined) this.#position = this.#skipArguments(after);
    else this.#enter('block', after, options + 1, title);
  }

  #readWord(name: string, after: number): void {
    const start = this.#position;
    if (name === 'par') {
      this.#flush();
      this.#position = after;
      return;
    }
    if (name === 'item') {
      this.#flush();
      const open = this.#skipSpace(after);
      const end = this.#skipOption(open);
      if (end > open) this.#enter('block', start, open + 1, end - 1);
      else this.#position = after;
      return;
    }
    const kind = BLOCKS.has(name)
      ? 'block'
      : NOTES.has(name)
        ? 'note'
        : PAIRS.has(name)
          ? 'pair'
          : undefined;
    const group = kind && this.#findArgument(after, ARGUMENTS_BEFORE[name] ?? 0);
    if (kind && group !== undefined) {
      this.#enter(kind, start, group + 1, this.#partners.get(group) as number);
      return;
    }
    if (name === 'verb' || name === 'lstinline') {
      const at = this.#skipOption(after);
      const sign = this.#source[at];
      const within = this.#source.slice(at + 1, at + MAX_OPTION_LENGTH);
      const length = sign && sign !== '{' ? within.indexOf(sign) : -1;
      if (length >= 0) {
        this.#addPoint(at + 1 + length + 1, within.slice(0, length));
        return;
      }
    }
    if (DEFINITIONS.has(name)) {
      const distance = this.#source.slice(after, after + MAX_DEFINED_LENGTH).indexOf('{');
      this.#addPoint(distance < 0 ? after : Math.max(this.#skipGroup(after + distance), after));
      return;
    }
    const end = this.#skipArguments(after);
    const shown =
      NAMES[name] ??
      (end > after
        ? (REFERENCES[name] ??
          (KEPT.has(name) ? lastArgument(this.#source.slice(after, end)) : undefined))
        : undefined);
    if (end > after) {
      this.#addPoint(end, shown);
      return;
    }
    const length = this.#found(LENGTH, after)?.[0].length ?? 0;
    if (length > 0) this.#addPoint(after + length);
    else {
      // A control word takes the space behind it, and must not grow into the word that follows. An
      // empty group would be its argument instead of the one that is there.
      const next = this.#skipSpace(after);
      const keepsSpace = next > after && /[{[]/.test(this.#source[next] ?? '');
      const written = keepsSpace
        ? this.#source.slice(start, next)
        : `${this.#source.slice(start, after)}{}`;
      this.#addPoint(next, shown, written);
    }
  }

  #readCommand(): void {
    const environment = this.#found(ENVIRONMENT);
    if (environment) {
      const [whole, which, name = ''] = environment;
      this.#readEnvironment(which === 'begin', name, this.#position + whole.length);
      return;
    }
    const character = readTexCharacter(this.#source, this.#position);
    if (character) {
      this.#addText(character.text, character.length);
      return;
    }
    const [whole, name] = this.#found(COMMAND) ?? ['\\'];
    const after = this.#position + whole.length;
    if (name !== undefined) this.#readWord(name, after);
    else if (whole === '\\(') this.#readFormula('\\)', false);
    else if (whole === '\\[') this.#readFormula('\\]', true);
    else if (whole === '\\\\') {
      const end = this.#skipOption(this.#source[after] === '*' ? after + 1 : after);
      if (this.#tables.length > 0 || this.#builder.isEmpty) {
        this.#flush();
        this.#position = end;
      } else {
        this.#addSpace();
        const open = this.#source.slice(this.#position, end);
        this.#builder.point({ kind: 'break', open, close: '' }, this.#position, end);
        this.#position = end;
      }
    } else this.#addPoint(after);
  }

  #readFormula(closing: string, isDisplay: boolean): void {
    const from = this.#position + closing.length;
    const at = (this.#closings[closing] as (from: number) => number)(from);
    const around = this.#openTexts.at(-1)?.closesAt ?? this.#source.length;
    const limit = isDisplay ? around : Math.min(around, this.#position + MAX_OPTION_LENGTH);
    if (at < 0 || at > limit) {
      this.#addPoint(from);
      return;
    }
    const end = at + closing.length;
    if (!isDisplay) this.#addPoint(end, this.#source.slice(from, at));
    else {
      this.#flush();
      this.#position = end;
    }
  }

  #readPreamble(): void {
    const comment = this.#found(COMMENT);
    const command = this.#found(COMMAND);
    const name = command?.[1];
    if (comment) this.#position += comment[0].length;
    else if (this.#source[this.#position] === '{')
      this.#position = Math.max(this.#skipGroup(this.#position), this.#position + 1);
    else if (command) {
      const after = this.#position + command[0].length;
      const group = name && IN_PREAMBLE.has(name) ? this.#findArgument(after, 0) : undefined;
      if (group === undefined) this.#position = after;
      else this.#enter('block', this.#position, group + 1, this.#partners.get(group) as number);
    } else this.#position++;
  }

  #readSign(sign: string): void {
    const guarded = sign === '{' && this.#found(GUARDED);
    if (guarded) {
      if (guarded[1]) this.#addText(guarded[1], 3);
      else {
        this.#builder.skip(this.#position, this.#position + 2);
        this.#position += 2;
      }
    } else if (sign === '{') {
      const partner = this.#partners.get(this.#position);
      const opening =
        this.#position + 1 + (this.#found(DECLARATIONS, this.#position + 1)?.[0].length ?? 0);
      if (partner === undefined || opening > partner) this.#addPoint(this.#position + 1);
      else this.#enter('pair', this.#position, opening, partner);
    } else if (sign === '$') {
      if (this.#source[this.#position + 1] === '$') this.#readFormula('$$', true);
      else this.#readFormula('$', false);
    } else if (sign === '&' && this.#tables.length > 0) {
      this.#flush();
      this.#position++;
    } else {
      const character = readTexCharacter(this.#source, this.#position);
      if (character) this.#addText(character.text, character.length);
      else if ('}&^_#'.includes(sign)) this.#addPoint(this.#position + 1);
      else this.#addText(sign, sign.length);
    }
  }
}

/** The paragraphs of a text in TeX, in their order. */
export const readTexSlots = (
  source: string,
  add: AddParagraph,
  limits: DocumentLimits,
): readonly Slot[] => new TexReader(source, add, limits).read();

/** The text in the last braces. */
const lastArgument = (source: string): string =>
  (/\{([^{}]*)\}$/.exec(source)?.[1] ?? '').replace(/\\([_#%&$])/g, '$1');
