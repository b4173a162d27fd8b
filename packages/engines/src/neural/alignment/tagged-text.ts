import { NEURAL_PLACEHOLDERS } from '@dragoman/core/sentinels';
import { endsUnspaced, startsUnspaced } from '../../host/long-text.js';
import type { Range } from './aligned-text.js';

const SPACES_AND_PLACEHOLDERS = new RegExp(`[\\s${NEURAL_PLACEHOLDERS}]+`, 'g');

/** A tag or pair of tags of a template, with those inside; its place is in the bare template. */
export interface TagNode extends Range {
  /** Placeholder of the tag that opens, or of one that stands alone; empty for the template. */
  readonly open: string;
  /** Placeholder of the tag that closes; undefined for one that stands alone. */
  readonly close: string | undefined;
  readonly children: readonly TagNode[];
}

/** Tags with what is between them, in a row: `</b> <i>`. */
export interface TagCluster extends Range {
  readonly tags: string;
  readonly blanks: number;
}

/** A template without its tags, and the tags. */
export interface TaggedText {
  readonly bare: string;
  readonly root: TagNode;
  /** The template's clusters by their tags. */
  readonly clusters: ReadonlyMap<string, ClusterInText>;
}

export interface ClusterInText {
  readonly text: string;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  /** Whether words touch it on both sides, and got a blank in between in the bare template. */
  readonly isParted: boolean;
}

/** The tags among the placeholders of a template. */
export interface TagKinds {
  readonly all: ReadonlySet<string>;
  /** The closing tag of each opening one. */
  readonly closes: ReadonlyMap<string, string>;
  readonly closing: ReadonlySet<string>;
}

const BLANK = /\s/;

/** The clusters of a template or its translation, in order. */
export const clustersOf = (text: string, { all }: TagKinds): readonly TagCluster[] => {
  const clusters: TagCluster[] = [];
  for (const { 0: run, index } of text.matchAll(SPACES_AND_PLACEHOLDERS)) {
    let tags = '';
    let blanks = 0;
    let start = index;
    const end = index + run.length;
    const finish = (at: number): void => {
      if (tags !== '') clusters.push({ start, end: at, tags, blanks });
      start = at + 1;
      tags = '';
      blanks = 0;
    };
    for (let at = index; at < end; at++) {
      const character = text.charAt(at);
      if (BLANK.test(character)) blanks++;
      else if (all.has(character)) tags += character;
      else finish(at);
    }
    finish(end);
  }
  return clusters;
};

/**
 * Takes the tags out of a template. Undefined where there are none, or half of a pair is elsewhere.
 */
export const takeTags = (template: string, kinds: TagKinds): TaggedText | undefined => {
  const clusters = new Map<string, ClusterInText>();
  const root = { open: '', close: '', start: 0, end: 0, children: [] as MutableNode[] };
  const open: MutableNode[] = [root];
  let bare = '';
  let position = 0;
  for (const cluster of clustersOf(template, kinds)) {
    bare += template.slice(position, cluster.start);
    position = cluster.end;
    const text = template.slice(cluster.start, cluster.end);
    const isParted = partsWords(template, cluster, kinds);
    clusters.set(cluster.tags, { text, isParted, ...edgesOf(cluster, template) });
    const blankAt = isParted ? blankPlace(text, kinds) : -1;
    for (const [index, character] of [...text].entries()) {
      if (index === blankAt) bare += ' ';
      if (BLANK.test(character)) bare += character;
      else if (!addTag(character, bare.length, open, kinds)) return undefined;
    }
    if (blankAt === text.length) bare += ' ';
  }
  if (open.length > 1 || root.children.length === 0) return undefined;
  bare += template.slice(position);
  root.end = bare.length;
  return { bare, root, clusters };
};

/** Whether nothing comes before a range, or after it. */
export const edgesOf = ({ start, end }: Range, text: string) => ({
  isAtStart: start === 0,
  isAtEnd: end === text.length,
});

interface MutableNode extends TagNode {
  end: number;
  readonly children: MutableNode[];
}

const addTag = (
  tag: string,
  at: number,
  open: MutableNode[],
  { closes, closing }: TagKinds,
): boolean => {
  const parent = open.at(-1);
  if (parent?.close === tag) {
    parent.end = at;
    open.pop();
    return true;
  }
  const close = closes.get(tag);
  if (closing.has(tag)) return false;
  const node = { open: tag, close, start: at, end: at, children: [] };
  parent?.children.push(node);
  if (close !== undefined) open.push(node);
  return true;
};

/**
 * Whether two words would run together without a cluster's tags. One half of a pair inside a word
 * is part of its look (`<u>F</u>ile`), whatever else is there stands between two words; and a
 * script without blanks needs one to tell what is inside a tag.
 */
const partsWords = (
  template: string,
  { start, end, tags, blanks }: TagCluster,
  { closes, closing }: TagKinds,
): boolean => {
  if (blanks > 0) return false;
  const before = template.slice(0, start);
  const after = template.slice(end);
  if (!/[\p{L}\p{M}\p{N}]$/u.test(before) || !/^[\p{L}\p{M}\p{N}]/u.test(after)) return false;
  const isHalf = closes.has(tags) || closing.has(tags);
  return !isHalf || endsUnspaced(before) || startsUnspaced(after);
};

/** Right after the last tag that closes: what closes belongs to the word before. */
const blankPlace = (tags: string, { closing }: TagKinds): number => {
  const last = [...tags].findLastIndex((tag) => closing.has(tag));
  return last + 1;
};
