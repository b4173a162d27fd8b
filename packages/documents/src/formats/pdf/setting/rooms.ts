import type { DocumentLayout } from '../layout/document-layout.js';
import type { Area } from '../layout/paragraphs.js';
import type { Shape } from '../text/interpret-content.js';
import type { Room, SetArea } from './set-paragraph.js';

/** What is free around the places of paragraphs, while they are set one after the other. */
export interface Rooms {
  readonly around: (area: Area) => Room;
  /** Takes the place of lines that were set. */
  readonly occupy: (set: SetArea) => void;
  /** Forgets what was set on a page that is done. */
  readonly leave: (container: number) => void;
}

/** In sizes of the type. */
const GAP = 0.35;
const ASCENT = 0.75;
const DESCENT = 0.22;
/** A place grows down by no more lines than this and a half of what it has. */
const MAX_ADDED_LINES = 2;

export const createRooms = ({ containers, paragraphs }: DocumentLayout): Rooms => {
  const placed = new Map<number, Shape[]>();
  const margins = marginsOf(paragraphs);
  /** A page with little text has as much room on the right as on the left. */
  const rightOf = (container: number, [pageLeft, , pageRight]: Shape): number => {
    const [left, right] = margins.get(container) ?? [pageLeft, pageRight];
    return Math.max(right, pageRight - Math.max(0, left - pageLeft));
  };

  return {
    around(area) {
      const container = containers[area.container];
      const { u, end, lines, size, leading } = area;
      const top = (lines[0]?.v ?? 0) + size * ASCENT;
      const bottom = (lines.at(-1)?.v ?? 0) - size * DESCENT;
      if (!container || area.angle !== 0) return { left: u, right: end, below: 0 };
      const [pageLeft, pageBottom, pageRight] = container.box;
      const [marginLeft] = margins.get(area.container) ?? [pageLeft, pageRight];
      const marginRight = rightOf(area.container, container.box);
      let left = Math.min(u, Math.max(pageLeft + 2, marginLeft));
      let right = Math.max(end, Math.min(pageRight - 2, marginRight));
      let floor = Math.min(bottom, pageBottom + Math.min(36, size * 3));
      if (area.clip) {
        left = Math.max(left, Math.min(u, area.clip[0]));
        right = Math.min(right, Math.max(end, area.clip[2]));
        floor = Math.max(floor, Math.min(bottom, area.clip[1]));
      }
      const gap = size * GAP;
      const leaderEnd = area.leader.at(-1)?.end;
      const isLevel = (b: number, t: number): boolean =>
        t > bottom + size * 0.12 && b < top - size * 0.12;
      const avoid = ([l, b, r, t]: Shape, distance: number): void => {
        if (isLevel(b, t) && l >= end - 1 && !(leaderEnd !== undefined && r <= leaderEnd + 1)) {
          right = Math.min(right, Math.max(end, l - gap));
        }
        if (isLevel(b, t) && r <= u + 1) left = Math.max(left, Math.min(u, r + gap));
        const isBelow = r > u + 0.5 && l < end - 0.5 && t <= bottom + size * 0.3 && b < bottom;
        if (isBelow) floor = Math.max(floor, Math.min(bottom, t + distance));
      };
      for (const shape of container.shapes) {
        const [l, b, r, t] = shape;
        const isThin = r - l < 3 || t - b < 3;
        const isAround =
          l <= u + 1 && r >= end - 1 && b <= bottom + size * 0.3 && t >= top - size * 0.5;
        if (isAround && !isThin) {
          left = Math.max(left, Math.min(u, l + 2));
          right = Math.min(right, Math.max(end, r - 2));
          floor = Math.max(floor, Math.min(bottom, b + 1));
        } else avoid(shape, 1);
      }
      const apart = Math.max(0, leading - size) * 0.5 + size * 0.25;
      for (const shape of container.texts) avoid(shape, apart);
      for (const shape of placed.get(area.container) ?? []) avoid(shape, apart);
      // What stands lower and to the right is in the way of a line that is both longer and lower.
      const below = Math.min(bottom - floor, leading * Math.max(MAX_ADDED_LINES, lines.length / 2));
      return { left, right, below: Math.max(0, below) };
    },
    occupy({ area, lines, scale }) {
      if (area.angle !== 0) return;
      const size = area.size * scale;
      const boxes = lines.map(
        ({ u, end, v }): Shape => [u, v - size * DESCENT, end, v + size * ASCENT],
      );
      const known = placed.get(area.container);
      if (known) known.push(...boxes);
      else placed.set(area.container, boxes);
    },
    leave(container) {
      placed.delete(container);
    },
  };
};

/** How far text goes to the left and right on a page: beyond are its margins. */
const marginsOf = (
  paragraphs: DocumentLayout['paragraphs'],
): ReadonlyMap<number, readonly [number, number]> => {
  const margins = new Map<number, readonly [number, number]>();
  for (const { areas } of paragraphs) {
    for (const { container, u, end, angle } of areas) {
      if (angle !== 0) continue;
      const [left, right] = margins.get(container) ?? [u, end];
      margins.set(container, [Math.min(left, u), Math.max(right, end)]);
    }
  }
  return margins;
};
