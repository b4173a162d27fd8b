import { openingTag } from '../../escape-xml.js';
import type { WriteOptions } from '../../model.js';
import { childOf, textOf, type XmlNode } from '../../xml-subtrees.js';

/** The properties of a run: how its text looks. */
interface RunProperties {
  /** What makes two runs look different; runs with one key become one. */
  readonly key: string;
  /** The start tag as it was, without what only splits runs; empty when there was none. */
  readonly tag: string;
  readonly children: readonly RunProperty[];
  readonly isHidden: boolean;
  /** Whether spaces show how they are formatted, underlined ones for example. */
  readonly showsOnSpaces: boolean;
}

export interface RunProperty {
  readonly name: string;
  readonly source: string;
}

/** What differs between the vocabularies of office files in which text comes in runs. */
export interface RunDialect {
  readonly paragraphs: ReadonlySet<string>;
  readonly run: string;
  readonly text: string;
  /** Attributes of a new text element, with a space before. */
  readonly textAttributes: string;
  /** Whether line ends in text are line breaks, and no spaces. */
  readonly keepsLines: boolean;
  readonly properties: string;
  /** Elements of a paragraph around runs. */
  readonly containers: ReadonlySet<string>;
  /** Elements of a paragraph that say something about all of it. */
  readonly edges: ReadonlySet<string>;
  /** What a new text does without. */
  readonly dropped: ReadonlySet<string>;
  /** Elements that end a sentence: line breaks and tabs. */
  readonly breaks: ReadonlySet<string>;
  /** Characters written as elements. */
  readonly characters: ReadonlyMap<string, string>;
  /** Properties that split runs without making them look different. */
  readonly idleProperties: ReadonlySet<string>;
  /** Properties whose difference alone does not part two runs. */
  readonly minorProperties: ReadonlySet<string>;
  readonly idleAttributes?: RegExp;
  readonly hiddenProperties: ReadonlySet<string>;
  /** What is seen on spaces: underlines and backgrounds. */
  showsOnSpaces(tag: string, children: readonly RunProperty[]): boolean;
  /** Writes properties in front of a text. @param prefix of the namespace, with colon */
  writeProperties(
    properties: RunProperties | undefined,
    prefix: string,
    options: WriteOptions,
  ): string;
}

/** Reads `w:rPr` and its like. */
const readProperties = (node: XmlNode, source: string, dialect: RunDialect): RunProperties => {
  const written = openingTag(source.slice(node.start, node.innerStart));
  const tag = dialect.idleAttributes ? written.replace(dialect.idleAttributes, '') : written;
  const children = node.children.flatMap(({ name, start, end }) =>
    name === undefined || dialect.idleProperties.has(name)
      ? []
      : [{ name, source: source.slice(start, end) }],
  );
  const major = children.filter(({ name }) => !dialect.minorProperties.has(name));
  const isBare = major.length === 0 && !/\s/.test(tag);
  return {
    key: isBare ? '' : tag + major.map((child) => child.source).join(''),
    tag,
    children,
    isHidden: children.some((child) => dialect.hiddenProperties.has(child.name) && !isOff(child)),
    showsOnSpaces: dialect.showsOnSpaces(tag, children),
  };
};

/** `<w:b w:val="0"/>` switches off what a style switched on. */
const isOff = ({ source }: RunProperty): boolean =>
  /^<[^>]*\bval\s*=\s*["'](?:0|false|off|none)["']/.test(source);

/** The smallest pieces of a paragraph, in order. */
export type Atom = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text'; readonly text: string; readonly run: RunOfAtom | undefined }
  | {
      readonly kind: 'point';
      readonly isBreak: boolean;
      readonly run: RunOfAtom | undefined;
      /** Text that stays as it is, for the translator to see. */
      readonly shown?: string;
    }
  | { readonly kind: 'dropped' }
  | {
      readonly kind: 'open' | 'close';
      readonly name: 'container' | 'field';
      readonly run?: RunOfAtom | undefined;
    }
  | { readonly kind: 'field'; readonly step: string; readonly run: RunOfAtom | undefined }
  | { readonly kind: 'instruction'; readonly text: string; readonly run: RunOfAtom }
);

/** The run an atom lies in. */
export interface RunOfAtom {
  /** The start tag with the properties as they were, to stand around a single child. */
  readonly head: string;
  readonly tail: string;
  readonly properties: RunProperties | undefined;
}

/** Takes a paragraph apart. */
export const readAtoms = (
  paragraph: XmlNode,
  source: string,
  dialect: RunDialect,
): readonly Atom[] => {
  const atoms: Atom[] = [];

  const readChild = (node: XmlNode): void => {
    const { name, start, end, innerStart, innerEnd } = node;
    if (dialect.edges.has(name)) return;
    if (dialect.dropped.has(name)) atoms.push({ kind: 'dropped', start, end });
    else if (name === dialect.run) readRun(node);
    else if (name === dialect.text) {
      atoms.push({ kind: 'text', text: textOf(node), run: undefined, start, end });
    } else if (dialect.containers.has(name) && !node.isEmpty)
      readInside(node, start, innerStart, innerEnd);
    else if (name === 'w:sdt') readControl(node);
    else if (name === 'w:fldSimple') readSimpleField(node);
    else
      atoms.push({ kind: 'point', isBreak: dialect.breaks.has(name), run: undefined, start, end });
  };

  const readInside = (node: XmlNode, start: number, innerStart: number, innerEnd: number): void => {
    atoms.push({ kind: 'open', name: 'container', start, end: innerStart });
    for (const child of node.children) if (child.name !== undefined) readChild(child);
    atoms.push({ kind: 'close', name: 'container', start: innerEnd, end: node.end });
  };

  /** A content control: its properties go with its start tag. */
  const readControl = (node: XmlNode): void => {
    const content = childOf(node, 'w:sdtContent');
    const { start, end } = node;
    if (!content || content.isEmpty) {
      atoms.push({ kind: 'point', isBreak: false, run: undefined, start, end });
      return;
    }
    atoms.push({ kind: 'open', name: 'container', start, end: content.innerStart });
    for (const child of content.children) if (child.name !== undefined) readChild(child);
    atoms.push({ kind: 'close', name: 'container', start: content.innerEnd, end });
  };

  const readSimpleField = (node: XmlNode): void => {
    const { start, end, innerStart, innerEnd } = node;
    if (isTranslatedField(node.attribute('instr') ?? '') && !node.isEmpty) {
      readInside(node, start, innerStart, innerEnd);
    } else {
      atoms.push({
        kind: 'point',
        isBreak: false,
        run: undefined,
        shown: textOf(node),
        start,
        end,
      });
    }
  };

  const readRun = (node: XmlNode): void => {
    const propertiesNode = childOf(node, dialect.properties);
    const properties = propertiesNode && readProperties(propertiesNode, source, dialect);
    const run: RunOfAtom = {
      head: source.slice(node.start, propertiesNode?.end ?? node.innerStart),
      tail: `</${node.sourceName}>`,
      properties,
    };
    // The slot of a paragraph begins and ends at runs, never inside one.
    atoms.push({ kind: 'dropped', start: node.start, end: node.innerStart });
    for (const child of node.children) {
      if (child.name !== undefined && child !== propertiesNode) readRunChild(child, run);
    }
    atoms.push({ kind: 'dropped', start: node.innerEnd, end: node.end });
  };

  const readRunChild = (node: XmlNode, run: RunOfAtom): void => {
    const { name, start, end } = node;
    const character = dialect.characters.get(name);
    if (dialect.dropped.has(name)) atoms.push({ kind: 'dropped', start, end });
    else if (name === dialect.text || character !== undefined) {
      const text = character ?? textOf(node);
      if (run.properties?.isHidden) {
        atoms.push({ kind: 'point', isBreak: false, run, start, end });
      } else atoms.push({ kind: 'text', text, run, start, end });
    } else if (name === 'w:ruby') {
      // The reading of a text that is no longer there goes with it.
      const base = childOf(node, 'w:rubyBase');
      atoms.push({ kind: 'text', text: base ? textOf(base) : '', run, start, end });
    } else if (name === 'w:fldChar') {
      atoms.push({ kind: 'field', step: node.attribute('fldCharType') ?? '', run, start, end });
    } else if (name === 'w:instrText') {
      atoms.push({ kind: 'instruction', text: textOf(node), run, start, end });
    } else {
      const isBreak = dialect.breaks.has(name) && node.attribute('type') !== 'page';
      atoms.push({ kind: 'point', isBreak, run, start, end });
    }
  };

  for (const child of paragraph.children) if (child.name !== undefined) readChild(child);
  return atoms;
};

/** Fields whose result is a text of the author; others are computed again. */
export const isTranslatedField = (instruction: string): boolean =>
  /^\s*(?:HYPERLINK|TOC|INDEX|QUOTE)\b/i.test(instruction);
