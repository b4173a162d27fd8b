/** What stands in a unit for a piece of markup, as the engine sees it: `<x1>`, `</x1>`, `<x2/>`, `{x3}`. */
export interface FrameToken {
  readonly kind: 'open' | 'close' | 'point' | 'object';
  /** Number of the node; both tags of a pair share one. */
  readonly node: number;
  /** The markup of the document; empty for the missing half of a pair cut by a sentence end. */
  readonly source: string;
  /** White space of the document right after it that the unit leaves out, one blank being enough. */
  readonly space?: string;
}

/** All that stands for markup in a unit, by how it is written there. */
export interface Frame {
  readonly prefix: string;
  readonly tokens: ReadonlyMap<string, FrameToken>;
}

/** A part of a unit's text: a token of its frame, or text between tokens. */
export type FramePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'token'; readonly text: string; readonly token: FrameToken };

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

const createTokenPattern = (prefix: string): RegExp =>
  new RegExp(`</?${prefix}\\d+/?>|\\{${prefix}\\d+\\}`, 'g');

const USUAL_PATTERN = createTokenPattern('x');

const tokenPattern = (prefix: string): RegExp =>
  prefix === 'x' ? USUAL_PATTERN : createTokenPattern(prefix);

/** Cuts a unit's text, or its translation, at the tokens of its frame. */
export const partsOfFrame = (text: string, { prefix, tokens }: Frame): readonly FramePart[] => {
  const parts: FramePart[] = [];
  let from = 0;
  const addText = (to: number): void => {
    if (to > from) parts.push({ kind: 'text', text: text.slice(from, to) });
  };
  if (tokens.size > 0) {
    for (const match of text.matchAll(tokenPattern(prefix))) {
      const token = tokens.get(match[0]);
      if (!token) continue;
      addText(match.index);
      parts.push({ kind: 'token', text: match[0], token });
      from = match.index + match[0].length;
    }
  }
  addText(text.length);
  return parts;
};

/**
 * Says how the tokens of a frame nest in a text: for each node the one it lies in, and the order of
 * those that may not change places. Equal for two texts when the markup is the same in both but
 * for words that moved; undefined when a token is missing, doubled or out of place.
 */
export const nestingOf = (parts: readonly FramePart[], frame: Frame): string | undefined => {
  const parents = new Map<number, number>();
  const open: number[] = [];
  const fixed: string[] = [];
  let count = 0;
  for (const part of parts) {
    if (part.kind === 'text') continue;
    const { kind, node } = part.token;
    count++;
    if (kind === 'close') {
      if (open.pop() !== node) return undefined;
    } else {
      if (parents.has(node)) return undefined;
      parents.set(node, open.at(-1) ?? 0);
      if (kind === 'open') open.push(node);
    }
    if (isFixed(part, frame)) fixed.push(part.text);
  }
  if (open.length > 0 || count !== frame.tokens.size) return undefined;
  const rows = [...parents].sort(([one], [two]) => one - two);
  return JSON.stringify([rows, fixed]);
};

/** Points keep their order, and so do tags whose other half lies in another sentence. */
const isFixed = ({ text, token }: FramePart & { kind: 'token' }, frame: Frame): boolean => {
  if (token.kind === 'point') return true;
  if (token.kind === 'object' || token.source === '') return false;
  const other = text.startsWith('</') ? text.replace('/', '') : text.replace('<', '</');
  return frame.tokens.get(other)?.source === '';
};

/** A text without the tags and points at its edges, and these. Objects are words and stay. */
export const withoutEdgeTokens = (
  text: string,
  frame: Frame,
): { readonly before: string; readonly words: string; readonly after: string } => {
  const parts = partsOfFrame(text, frame);
  const isEdge = (part: FramePart | undefined): boolean =>
    part?.kind === 'token' && part.token.kind !== 'object';
  let start = 0;
  let end = text.length;
  let first = 0;
  let last = parts.length;
  while (first < last && isEdge(parts[first])) start += parts[first++]?.text.length ?? 0;
  while (last > first && isEdge(parts[last - 1])) end -= parts[--last]?.text.length ?? 0;
  return { before: text.slice(0, start), words: text.slice(start, end), after: text.slice(end) };
};
