import type { ObjectAppender } from '../objects/append-objects.js';
import type { PdfFile } from '../objects/pdf-file.js';
import type { PdfReference, PdfValue } from '../objects/pdf-values.js';
import type { Shape } from '../text/interpret-content.js';
import type { SetArea } from './set-paragraph.js';

/** Where the words of links are, line by line, by the number of the annotation. */
export type LinkBoxes = Map<number, Shape[]>;

/** In sizes of the type, below and above the base line. */
const DEPTH = 0.25;
const HEIGHT = 0.8;

/** Notes where the words of links have come to stand. */
export const linkBoxesOf = ({ area, lines, scale }: SetArea, links: LinkBoxes): void => {
  if (area.angle !== 0) return;
  for (const { u, v, pieces, stretch } of lines) {
    let at = u;
    for (const { style, kept, width, isSpace } of pieces) {
      const end = at + width * scale + (isSpace ? stretch : 0);
      const link = kept?.link ?? style.link;
      if (link !== undefined && !isSpace) {
        const size = style.size * scale;
        addBox(links, link, [at, v - size * DEPTH, end, v + size * HEIGHT]);
      }
      at = end;
    }
  }
};

const addBox = (links: LinkBoxes, link: number, box: Shape): void => {
  const boxes = links.get(link);
  const last = boxes?.at(-1);
  // Words of one line share a box.
  if (boxes && last && Math.abs(last[1] - box[1]) < 1 && box[0] - last[2] < (box[3] - box[1]) * 2) {
    boxes[boxes.length - 1] = [
      Math.min(last[0], box[0]),
      last[1],
      Math.max(last[2], box[2]),
      Math.max(last[3], box[3]),
    ];
  } else if (boxes) boxes.push(box);
  else links.set(link, [box]);
};

/** Moves links to their words. Where they lead to stays. */
export const updateLinks = (file: PdfFile, appender: ObjectAppender, links: LinkBoxes): void => {
  for (const [number, boxes] of links) {
    const reference: PdfReference = { kind: 'reference', number, generation: 0 };
    const annotation = new Map<string, PdfValue>(file.dictionary(reference));
    if (!annotation.has('Rect') || boxes.length === 0) continue;
    annotation.set('Rect', [
      Math.min(...boxes.map(([left]) => left)),
      Math.min(...boxes.map(([, bottom]) => bottom)),
      Math.max(...boxes.map(([, , right]) => right)),
      Math.max(...boxes.map(([, , , top]) => top)),
    ]);
    if (boxes.length > 1 || annotation.has('QuadPoints')) {
      annotation.set(
        'QuadPoints',
        boxes.flatMap(([left, bottom, right, top]) => [
          left,
          top,
          right,
          top,
          left,
          bottom,
          right,
          bottom,
        ]),
      );
    }
    appender.set(reference, annotation);
  }
};
