import { addToGroup } from '../add-to-group.js';
import type { Area } from '../layout/areas.js';
import type { DocumentLayout, TextContainer } from '../layout/document-layout.js';
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
  const frames = new Map<string, Pick<TextContainer, 'box' | 'texts' | 'shapes'>>();
  /** A page as text of a direction has it. */
  const inFrame = ({ box, texts, shapes }: TextContainer, key: string, angle: number) => {
    const known = frames.get(key);
    if (known) return known;
    const made = {
      box: turnedShape(box, angle),
      texts: levelShapes(texts, angle),
      shapes: levelShapes(shapes, angle),
    };
    frames.set(key, made);
    return made;
  };

  return {
    around(area) {
      const page = containers[area.container];
      const { u, end, lines, size, leading, angle } = area;
      const top = (lines[0]?.v ?? 0) + size * ASCENT;
      const bottom = (lines.at(-1)?.v ?? 0) - size * DESCENT;
      if (!page || !isUpright(angle)) return { left: u, right: end, below: 0 };
      const frame = frameKey(area);
      const container = inFrame(page, frame, angle);
      const [pageLeft, pageBottom, pageRight] = container.box;
      const sides = sidesOf(frame, container.box);
      const cell = boxAround([u, bottom, end, top], size, container);
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
      for (const shape of container.shapes) {
        const [l, b, r, t] = shape;
        const isThin = r - l < 3 || t - b < 3;
        if (isAround(shape, [u, bottom, end, top], size) && !isThin) {
          left = Math.max(left, Math.min(u, l + 2));
          right = Math.min(right, Math.max(end, r - 2));
          floor = Math.max(floor, Math.min(bottom, b + 1));
        } else avoid(shape, 1);
      }
      const apart = Math.max(0, leading - size) * 0.5 + size * 0.25;
      for (const shape of container.texts) avoid(shape, apart);
      for (const other of areas.get(area.container) ?? []) {
        if (other.area !== area) avoid(turnedShape(other.box, angle), apart);
      }
      for (const shape of placed.get(area.container) ?? []) avoid(turnedShape(shape, angle), apart);
      // What stands lower and to the right is in the way of a line that is both longer and lower.
      const below = Math.min(bottom - floor, leading * Math.max(MAX_ADDED_LINES, lines.length / 2));
      return { left, right, below: Math.max(0, below) };
    },
    occupy({ area, lines, scale }) {
      if (!isUpright(area.angle)) return;
      const size = area.size * scale;
      for (const { u, end, v } of lines) {
        const box: Shape = [u, v - size * DESCENT, end, v + size * ASCENT];
        addToGroup(placed, area.container, turnedShape(box, -area.angle));
      }
    },
    leave(container) {
      placed.delete(container);
      frames.clear();
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
  { box: [left, , right], shapes }: Pick<TextContainer, 'box' | 'shapes'>,
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
