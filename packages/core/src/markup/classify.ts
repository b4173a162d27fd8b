import type { Token } from './token.js';
import { readTranslate, writesText } from './tokenize.js';

/** What a kind of markup says about its elements. */
export interface ElementRules {
  /** Whether an element ends the sentence. @param token index of its opening tag */
  isBlock(name: string, token: number): boolean;
  /** Whether an end tag without an element ends the sentence. */
  isBlockEnd(name: string): boolean;
  /** Open elements an opening tag ends, in turn: the innermost block goes if it is in a set. */
  endedBy(name: string): readonly ReadonlySet<string>[];
  /** Content that stays as it is whatever it says about itself. */
  isIgnored(name: string): boolean;
  /** Content that stays as it is unless it says otherwise. */
  isUntranslated(name: string): boolean;
  /** Whether untranslated content is no word of the sentence around it, such as a picture. */
  isPicture(name: string): boolean;
  isPreformatted(name: string): boolean;
}

interface OpenRegion extends OpenElement {
  readonly isTranslated: boolean;
  /** Cannot be translated again by what lies inside. */
  readonly isFinal: boolean;
  readonly isPreformatted: boolean;
  /** Where the untranslated region that this element begins begins among the items. */
  readonly region: number | undefined;
}

/**
 * A stretch of a marked text by what it means for translation; items follow one another without
 * gaps.
 *
 * `boundary`: markup between stretches of text, or content that stays as it is; `text`: to be
 * translated; `open`, `close`: tags inside a sentence; `point`: a comment, an empty element or
 * other markup without extent in the sentence; `object`: untranslated content that stands for words.
 */
export interface MarkupItem {
  kind: 'boundary' | 'text' | 'open' | 'close' | 'point' | 'object';
  readonly start: number;
  end: number;
  readonly name: string;
  /** Lies in a region that is not to be translated. */
  readonly isUntranslated: boolean;
  /** White space of this text is kept as it is. */
  readonly isPreformatted: boolean;
}

/**
 * Sorts the tokens of a marked text into items. Untranslated regions inside a sentence become one
 * item, unless something in them is to be translated after all.
 */
export const classify = (
  source: string,
  tokens: readonly Token[],
  rules: ElementRules,
): readonly MarkupItem[] => {
  const items: MarkupItem[] = [];
  const ended: EndedRegions = new Map();
  const stack = createElementStack<OpenRegion>();

  const add = (
    kind: MarkupItem['kind'],
    { start, end, name }: Token,
    isUntranslated: boolean,
  ): void => {
    const last = items.at(-1);
    if (kind === 'boundary' && last?.kind === kind && !isUntranslated && !last.isUntranslated) {
      last.end = end;
      return;
    }
    const isPreformatted = stack.top?.isPreformatted ?? false;
    items.push({ kind, start, end, name, isUntranslated, isPreformatted });
  };
  const isTranslated = (): boolean => stack.top?.isTranslated ?? true;

  /** @param tagged the element whose end tag is there; others may go on for all one knows */
  const endRegions = (closed: readonly OpenRegion[], tagged?: OpenRegion): void => {
    for (const element of closed) {
      const { region, name } = element;
      const isBlock = element.isBlock || element !== tagged;
      if (region === undefined) continue;
      endRegion(items, ended, region, { isBlock, isPicture: rules.isPicture(name) });
    }
  };

  const markedAs = ({ start, end }: Token) => readTranslate(source.slice(start, end));

  const enter = (token: Token, index: number): void => {
    const { name, kind } = token;
    for (const names of rules.endedBy(name)) {
      while (stack.block && names.has(stack.block.name)) endRegions(stack.closeBlock());
    }
    const outer = stack.top;
    const wasTranslated = isTranslated();
    const isFinal = (outer?.isFinal ?? false) || rules.isIgnored(name);
    const marked = isFinal ? false : hasAttributes(token) ? markedAs(token) : undefined;
    const isNowTranslated = marked ?? (wasTranslated && !rules.isUntranslated(name));
    const isBlock = rules.isBlock(name, index);
    const region = wasTranslated && !isNowTranslated ? items.length : undefined;
    const isInside = kind === 'open' && !isBlock;
    add(
      isBlock ? 'boundary' : isInside ? 'open' : 'point',
      token,
      !wasTranslated || !isNowTranslated,
    );
    if (kind !== 'open') return;
    const isPreformatted = (outer?.isPreformatted ?? false) || rules.isPreformatted(name);
    stack.push({ name, isBlock, isTranslated: isNowTranslated, isFinal, isPreformatted, region });
  };

  const leave = (token: Token): void => {
    const closed = stack.close(token.name);
    const tagged = closed.at(-1);
    if (!tagged) {
      const isBlock = rules.isBlockEnd(token.name);
      add(isBlock ? 'boundary' : 'close', token, !isTranslated());
      return;
    }
    endRegions(closed.slice(0, -1));
    const isUntranslated = !tagged.isTranslated || !isTranslated();
    add(tagged.isBlock ? 'boundary' : 'close', token, isUntranslated);
    endRegions([tagged], tagged);
  };

  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'text') add(isTranslated() ? 'text' : 'point', token, !isTranslated());
    else if (token.kind === 'open' || token.kind === 'empty') enter(token, index);
    else if (token.kind === 'close') leave(token);
    else add(kindOf(source, token), token, !isTranslated());
  }
  endRegions(stack.closeAll());
  return items;
};

const hasAttributes = ({ start, end, name }: Token): boolean =>
  end - start > '</>'.length + name.length;

/** What a comment or the like is; what ends with the marked text or begins it is in no sentence. */
const kindOf = (source: string, { kind, start }: Token): 'boundary' | 'point' | 'object' => {
  const beginning = source.slice(start, start + 16);
  if (kind !== 'other' || /^<(?:!doctype|\?xml)\s/i.test(beginning)) return 'boundary';
  return writesText(beginning) ? 'object' : 'point';
};

/**
 * Regions that ended and kept their items, by the index of the first: where each ends, and whether
 * all of it is untranslated. The region around them passes over them, so that deep ones take no
 * longer than others.
 */
type EndedRegions = Map<number, { readonly end: number; readonly isUntranslated: boolean }>;

/** Gives the items of a region that has ended their final form. */
const endRegion = (
  items: MarkupItem[],
  ended: EndedRegions,
  from: number,
  { isBlock, isPicture }: { readonly isBlock: boolean; readonly isPicture: boolean },
): void => {
  const first = items[from];
  const last = items.at(-1);
  if (!first || !last) return;
  const own: MarkupItem[] = [];
  let isUntranslated = true;
  for (let index = from; index < items.length; ) {
    const inner = ended.get(index);
    const item = items[index];
    if (!inner && item?.isUntranslated) own.push(item);
    isUntranslated &&= inner?.isUntranslated ?? item?.isUntranslated ?? true;
    ended.delete(index);
    index = inner?.end ?? index + 1;
  }
  if (isBlock || !isUntranslated) {
    for (const item of own) item.kind = 'boundary';
    ended.set(from, { end: items.length, isUntranslated });
    return;
  }
  const isEmpty = items.length - from <= 2;
  first.kind = isEmpty || isPicture ? 'point' : 'object';
  first.end = last.end;
  items.length = from + 1;
};

/** An element whose end has not come yet. */
export interface OpenElement {
  readonly name: string;
  /** Whether it is a block, through which the end tag of an inline element does not reach. */
  readonly isBlock: boolean;
}

/**
 * The open elements of a marked text that may leave out, double or cross its end tags. All operations
 * together take time in proportion to the number of elements.
 */
interface ElementStack<Element extends OpenElement> {
  push(element: Element): void;
  readonly top: Element | undefined;
  /** The innermost open block. */
  readonly block: Element | undefined;
  /** Ends the innermost element of a name and all inside it, innermost first; none if not open. */
  close(name: string): readonly Element[];
  /** Ends the innermost block and all inside it, innermost first. */
  closeBlock(): readonly Element[];
  /** Ends all. */
  closeAll(): readonly Element[];
}

export const createElementStack = <Element extends OpenElement>(): ElementStack<Element> => {
  const open: Element[] = [];
  const blocks: number[] = [];
  const byName = new Map<string, number[]>();

  const closeDownTo = (depth: number): readonly Element[] => {
    const closed: Element[] = [];
    while (open.length > depth) {
      const element = open.pop() as Element;
      byName.get(element.name)?.pop();
      if (element.isBlock) blocks.pop();
      closed.push(element);
    }
    return closed;
  };

  return {
    push(element) {
      const places = byName.get(element.name);
      if (places) places.push(open.length);
      else byName.set(element.name, [open.length]);
      if (element.isBlock) blocks.push(open.length);
      open.push(element);
    },
    get top() {
      return open.at(-1);
    },
    get block() {
      const place = blocks.at(-1);
      return place === undefined ? undefined : open[place];
    },
    close(name) {
      const place = byName.get(name)?.at(-1);
      if (place === undefined) return [];
      const isBehindBlock = !open[place]?.isBlock && place < (blocks.at(-1) ?? -1);
      return isBehindBlock ? [] : closeDownTo(place);
    },
    closeBlock: () => closeDownTo(blocks.at(-1) ?? open.length),
    closeAll: () => closeDownTo(0),
  };
};
