import type { WriteOptions } from '../../model.js';
import { openingTag } from '../../xml/escape-xml.js';
import type { XmlNode } from '../../xml/xml-subtrees.js';

/** The properties of a run: how its text looks. */
export interface RunProperties {
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
export const readProperties = (
  node: XmlNode,
  source: string,
  dialect: RunDialect,
): RunProperties => {
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
