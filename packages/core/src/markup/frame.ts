import type { TranslatedUnit } from '../engine.js';
import { partsOf } from '../protection/placed-spans.js';
import { type CheckedText, type FramePart, type FrameToken, joinTexts } from './checked-text.js';

/** What the protected spans of a unit are made of. */
export interface Frame {
  /** The content of each span: a token, or text which may have tokens in it. */
  readonly contents: readonly (readonly FramePart[])[];
  readonly tokenCount: number;
  /** Nodes of which one half lies in another sentence. */
  readonly cutNodes: ReadonlySet<number>;
}

const PREFIXES = ['x', 'q', 'z', 'j', 'w', 'k', 'v', 'y'];

/** A prefix whose tokens the text has not got already. */
export const choosePrefix = (text: string): string => {
  if (!/[<{]/.test(text)) return 'x';
  const isFree = (prefix: string): boolean => !new RegExp(`[<{]/?${prefix}\\d`, 'i').test(text);
  const found = PREFIXES.find(isFree);
  if (found !== undefined) return found;
  let longest = 0;
  for (const [run] of text.matchAll(/x+(?=\d)/gi)) longest = Math.max(longest, run.length);
  return 'x'.repeat(longest + 1);
};

/** How a token is written in a unit. */
export const writeToken = (prefix: string, kind: FrameToken['kind'], node: number): string => {
  const name = `${prefix}${node}`;
  return { open: `<${name}>`, close: `</${name}>`, point: `<${name}/>`, object: `{${name}}` }[kind];
};

const NO_FRAME: Frame = { contents: [], tokenCount: 0, cutNodes: new Set() };

/** @param contents what each protected span of a unit is made of, in order */
export const createFrame = (contents: readonly (readonly FramePart[])[]): Frame => {
  if (contents.length === 0) return NO_FRAME;
  const tokens = contents.flat().flatMap((part) => (part.kind === 'token' ? [part.token] : []));
  const missing = tokens.filter(isMissing);
  return {
    contents,
    tokenCount: tokens.length,
    cutNodes: new Set(missing.map(({ node }) => node)),
  };
};

/** Whether a token stands for a tag that lies in another sentence. */
const isMissing = ({ kind, source }: FrameToken): boolean => kind !== 'object' && source === '';

/** A unit or its translation cut at the tokens of its frame. */
export const framePartsOf = (translated: TranslatedUnit, frame: Frame): readonly FramePart[] =>
  frame.contents.length === 0
    ? joinTexts([{ kind: 'text', text: translated.text }])
    : joinTexts(
        partsOf(translated).flatMap(({ text, span }) =>
          span === undefined ? [{ kind: 'text', text }] : (frame.contents[span] ?? []),
        ),
      );

/**
 * Says how the tokens of a frame nest in a text: for each node the one it lies in and between which
 * tags that are mere points, and the order of those that may not change places. Equal for two texts
 * when the markup is the same in both but for words that moved; undefined when a token is missing,
 * doubled or out of place.
 */
export const nestingOf = (parts: readonly FramePart[], frame: Frame): string | undefined => {
  const places = new Map<number, readonly number[]>();
  const open: number[] = [];
  /** Elements of which one point has come, but not the other. */
  const entered = new Set<number>();
  const fixed: string[] = [];
  const tokens = parts.flatMap((part) => (part.kind === 'token' ? [part] : []));
  if (tokens.length !== frame.tokenCount) return undefined;
  for (const [index, { text, token }] of tokens.entries()) {
    const { kind, node } = token;
    // What reaches over the edge of the sentence has all in it that is on this side of its half.
    const neighbour = tokens[kind === 'close' ? index + 1 : index - 1]?.token;
    if (isMissing(token) && neighbour && !isMissing(neighbour)) return undefined;
    if (kind === 'close') {
      if (open.pop() !== node) return undefined;
    } else {
      if (places.has(node)) return undefined;
      places.set(node, [open.at(-1) ?? 0, ...entered]);
      if (kind === 'open') open.push(node);
    }
    const element = token.half?.element;
    if (element !== undefined && !entered.delete(element)) entered.add(element);
    if (isFixed(token, frame)) fixed.push(text);
  }
  if (open.length > 0) return undefined;
  const rows = [...places].sort(([one], [two]) => one - two);
  return JSON.stringify([rows, fixed]);
};

/** Points keep their order, and so do tags whose other half lies in another sentence. */
const isFixed = (token: FrameToken, { cutNodes }: Frame): boolean =>
  token.kind === 'point' ||
  (token.kind !== 'object' && !isMissing(token) && cutNodes.has(token.node));

/** A text without the tags and points at its edges, and these. Objects are words and stay. */
export const withoutEdgeTokens = ({ parts }: CheckedText) => {
  const isWords = (part: FramePart): boolean =>
    part.kind === 'text' || part.token.kind === 'object';
  const first = parts.findIndex(isWords);
  const start = first < 0 ? parts.length : first;
  const end = parts.findLastIndex(isWords) + 1;
  return {
    before: parts.slice(0, start),
    words: parts.slice(start, end),
    after: parts.slice(Math.max(start, end)),
  };
};
