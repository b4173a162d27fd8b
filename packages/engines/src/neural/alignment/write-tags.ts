import { endsUnspaced, startsUnspaced } from '../../host/scripts.js';
import type { PlacedNode } from './placing.js';
import {
  type ClusterInText,
  clustersOf,
  edgesOf,
  type TagCluster,
  type TaggedText,
  type TagKinds,
} from './tagged-text.js';

/** Writes a translation as a template, with the blanks beside tags where the source has them. */
export const writeTags = (
  translated: string,
  root: PlacedNode,
  source: TaggedText,
  kinds: TagKinds,
): string => withBlanksOf(source, writeNode(translated, root), kinds);

const writeNode = (translated: string, { node, start, end, children }: PlacedNode): string => {
  let written = node.open;
  let position = start;
  for (const child of children) {
    written += translated.slice(position, child.start) + writeNode(translated, child);
    position = child.end;
  }
  return written + translated.slice(position, end) + (node.close ?? '');
};

/**
 * A row of tags that the source has, too, gets its blanks: one inside a pair stays inside, and the
 * one that was put in to part two words goes again.
 */
const withBlanksOf = ({ clusters }: TaggedText, template: string, kinds: TagKinds): string => {
  let result = '';
  let position = 0;
  for (const cluster of clustersOf(template, kinds)) {
    const { start, end, tags } = cluster;
    result += template.slice(position, start);
    position = end;
    const own = clusters.get(tags);
    const takesBlanks = own && hasPlaceOf(own, cluster, template, kinds);
    result += takesBlanks ? own.text : template.slice(start, end);
  }
  return result + template.slice(position);
};

/** Whether a row of tags is between words, or at an end, as it is in the source. */
const hasPlaceOf = (
  own: ClusterInText,
  cluster: TagCluster,
  template: string,
  { closes, closing }: TagKinds,
): boolean => {
  const { isAtStart, isAtEnd } = edgesOf(cluster, template);
  if (isAtStart !== own.isAtStart || isAtEnd !== own.isAtEnd) return false;
  if (isAtStart || isAtEnd) return true;
  if (cluster.blanks === 0) return false;
  if (!own.isParted) return /\s/.test(own.text);
  const isHalf = closes.has(cluster.tags) || closing.has(cluster.tags);
  return (
    !isHalf ||
    endsUnspaced(template.slice(0, cluster.start)) ||
    startsUnspaced(template.slice(cluster.end, cluster.end + 2))
  );
};
