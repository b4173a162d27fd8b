import type { Range } from './aligned-text.js';
import type { TagNode } from './tagged-text.js';
import type { AlignedUnits } from './units.js';

/** A text without its tags and its translation, unit by unit. */
export interface Placing extends AlignedUnits {
  readonly bare: string;
  readonly translated: string;
}

/** A tag or pair of tags with its place in the translation. */
export interface PlacedNode extends Range {
  readonly node: TagNode;
  readonly children: readonly PlacedNode[];
}
