import { addToGroup } from '../add-to-group.js';
import type { Area } from '../layout/areas.js';
import type { DocumentLayout, TextContainer } from '../layout/document-layout.js';
import { createShapeBands, type ShapeBands } from '../layout/nearby.js';
import { isUpright, levelShapes, turnedShape } from '../layout/shapes.js';
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
  const areas = areaBoxes(paragraphs);
  const margins = marginsOf(paragraphs);
  /** A page with little text has as much room on one side as on the other. */
  const sidesOf = (frame: string, [pageLeft, , pageRight]: Shape): readonly [number, number] => {
    const [left, right] = margins.get(frame) ?? [pageLeft, pageRight];
    return [
      Math.min(left, pageLeft + Math.max(0, pageRight - right)),
      Math.max(right, pageRight - Math.max(0, left - pageLeft)),
    ];
  };
  const frames = new Map<number, Map<number, Frame>>();
  /** A page as text of a direction has it. */
  const inFrame = (page: TextContainer, { container, angle }: Area): Frame => {
    const ofPage = frames.get(container) ?? new Map<number, Frame>();
    const known = ofPage.get(angle);
    if (known) return known;
    const own = new Map(
      (areas.get(container) ?? []).map(({ area, box }) => [area, turnedShape(box, angle)]),
    );
    const set = (placed.get(container) ?? []).map((shape) => turnedShape(shape, angle));
    const made: Frame = {
      box: turnedShape(page.box, angle),
      shapes: createShapeBands(levelShapes(page.shapes, angle)),
      own,
      texts: createShapeBands([...levelShapes(page.texts, angle), ...own.values(), ...set]),
    };
    frames.set(container, ofPage.set(angle, made));
    return made;
  };

  return {
    around(area) {
      const page = containers[area.container];
      const { u, end, lines, size, leading, angle } = area;
      const top = (lines[0]?.v ?? 0) + size * ASCENT;
      const bottom = (lines.at(-1)?.v ?? 0) - size * DESCENT;
      if (!page || !isUpright(angle)) return { left: u, right: end, below: 0 };
      const frame = inFrame(page, area);
      const [pageLeft, pageBottom, pageRight] = frame.box;
      const sides = sidesOf(frameKey(area), frame.box);
      const apart = Math.max(0, leading - size) * 0.5 + size * 0.25;
      const mostBelow = leading * Math.max(MAX_ADDED_LINES, lines.length / 2);
      // What is lower than it may grow is not in its way.
      const lowest = bottom - mostBelow - apart - 1;
      const shapes = frame.shapes.near(lowest, top, u);
      const cell = boxAround([u, bottom, end, top], size, frame.box, shapes);
      const marginLeft = Math.min(sides[0], cell ? cell[0] + 2 : sides[0]);
      const marginRight = Math.max(sides[1], cell ? cell[2] - 2 : sides[1]);
      let left = Math.min(u, Math.max(pageLeft + 2, marginLeft));
      let right = Math.max(end, Math.min(pageRight - 2, marginRight));
      let floor = Math.min(bottom, pageBottom + Math.min(36, size * 3));
      if (area.clip) {
        const clip = turnedShape(area.clip, angle);
        left = Math.max(left, Math.min(u, clip[0]));
        right = Math.min(right, Math.max(end, clip[2]));
        floor = Math.max(floor, Math.min(bottom, clip[1]));
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
      for (const shape of shapes) {
        const [l, b, r, t] = shape;
        const isThin = r - l < 3 || t - b < 3;
        if (isAround(shape, [u, bottom, end, top], size) && !isThin) {
          left = Math.max(left, Math.min(u, l + 2));
          right = Math.min(right, Math.max(end, r - 2));
          floor = Math.max(floor, Math.min(bottom, b + 1));
        } else avoid(shape, 1);
      }
      const own = frame.own.get(area);
      for (const shape of frame.texts.near(lowest, top, u)) {
        if (shape !== own) avoid(shape, apart);
      }
      // What stands lower and to the right is in the way of a line that is both longer and lower.
      const below = Math.min(bottom - floor, mostBelow);
      return { left, right, below: Math.max(0, below) };
    },
    occupy({ area, lines, scale }) {
      if (!isUpright(area.angle)) return;
      const size = area.size * scale;
      for (const { u, end, v } of lines) {
        const box: Shape = [u, v - size * DESCENT, end, v + size * ASCENT];
        const shape = turnedShape(box, -area.angle);
        addToGroup(placed, area.container, shape);
        for (const [angle, { texts }] of frames.get(area.container) ?? []) {
          texts.add(turnedShape(shape, angle));
        }
      }
    },
    leave(container) {
      placed.delete(container);
      frames.delete(container);
    },
  };
};

const isAround = ([l, b, r, t]: Shape, [u, bottom, end, top]: Shape, size: number): boolean =>
  l <= u + 1 && r >= end - 1 && b <= bottom + size * 0.3 && t >= top - size * 0.5;

/** In widths of the page: what is wider is its background rather than a cell. */
const MAX_CELL = 0.9;

/** The narrowest box that a text stands in, within which no margin counts. */
const boxAround = (
  text: Shape,
  size: number,
  [left, , right]: Shape,
  shapes: readonly Shape[],
): Shape | undefined => {
  let narrowest: Shape | undefined;
  for (const shape of shapes) {
    const [l, b, r, t] = shape;
    const isCell = r - l > 3 && t - b > 3 && r - l < (right - left) * MAX_CELL;
    const isNarrower = !narrowest || r - l < narrowest[2] - narrowest[0];
    if (isCell && isNarrower && isAround(shape, text, size)) narrowest = shape;
  }
  return narrowest;
};

/** A page as text of one direction has it. */
interface Frame {
  readonly box: Shape;
  readonly shapes: ShapeBands;
  /** Boxes of places of several lines, each of which is in no way of its own. */
  readonly own: ReadonlyMap<Area, Shape>;
  /** Lines of text, places of several lines, and what was set. */
  readonly texts: ShapeBands;
}

interface AreaBox {
  readonly area: Area;
  readonly box: Shape;
}

/** Where lines of several lengths are, others may come to stand. */
const areaBoxes = (
  paragraphs: DocumentLayout['paragraphs'],
): ReadonlyMap<number, readonly AreaBox[]> => {
  const boxes = new Map<number, AreaBox[]>();
  for (const area of paragraphs.flatMap((paragraph) => paragraph.areas)) {
    const { container, u, end, lines, size, angle } = area;
    if (!isUpright(angle) || lines.length < 2) continue;
    const bottom = (lines.at(-1)?.v ?? 0) - size * DESCENT;
    const box = turnedShape([u, bottom, end, (lines[0]?.v ?? 0) + size * ASCENT], -angle);
    addToGroup(boxes, container, { area, box });
  }
  return boxes;
};

/** Texts of one page in one direction. */
const frameKey = ({ container, angle }: Area): string => `${container} ${angle}`;

/** How far text goes to the left and right on a page: beyond are its margins. */
const marginsOf = (
  paragraphs: DocumentLayout['paragraphs'],
): ReadonlyMap<string, readonly [number, number]> => {
  const margins = new Map<string, readonly [number, number]>();
  for (const area of paragraphs.flatMap(({ areas }) => areas)) {
    if (!isUpright(area.angle)) continue;
    const key = frameKey(area);
    const [left, right] = margins.get(key) ?? [area.u, area.end];
    margins.set(key, [Math.min(left, area.u), Math.max(right, area.end)]);
  }
  return margins;
};
