import { execFileSync } from 'node:child_process';

/** What a page looks like: `pixels` are grey values, row by row. */
export const renderPage = (path, page, dotsPerInch) => {
  const output = execFileSync(
    'pdftoppm',
    ['-gray', '-r', String(dotsPerInch), '-f', String(page), '-l', String(page), path],
    { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(output.toString('latin1', 0, 64));
  if (!head) throw new Error(`page ${page} of ${path} cannot be drawn`);
  const [whole, width, height] = head;
  return { width: Number(width), height: Number(height), pixels: output.subarray(whole.length) };
};

/** Words of a page with their rectangles in points, as poppler finds them. */
export const wordsOf = (path, page) => {
  const html = execFileSync(
    'pdftotext',
    ['-bbox', '-f', String(page), '-l', String(page), path, '-'],
    { encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [, width, height] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(html) ?? [];
  const words = [
    ...html.matchAll(
      /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g,
    ),
  ].map(([, left, top, right, bottom, text]) => ({
    box: [left, top, right, bottom].map(Number),
    text,
  }));
  return { width: Number(width), height: Number(height), words };
};

/** Two points around text belong to it: letters are drawn with soft edges. */
const MARGIN_POINTS = 2;
const DIFFERENT = 48;

/**
 * Share of the pixels outside of all text, before and after, that are as they were.
 */
export const unchangedShare = (before, after, boxes, dotsPerInch) => {
  if (before.width !== after.width || before.height !== after.height) return 0;
  const scale = dotsPerInch / 72;
  const isText = new Uint8Array(before.width * before.height);
  for (const [left, top, right, bottom] of boxes) {
    const from = Math.max(0, Math.floor((left - MARGIN_POINTS) * scale));
    const to = Math.min(before.width, Math.ceil((right + MARGIN_POINTS) * scale));
    const last = Math.min(before.height, Math.ceil((bottom + MARGIN_POINTS) * scale));
    for (let y = Math.max(0, Math.floor((top - MARGIN_POINTS) * scale)); y < last; y++) {
      isText.fill(
        1,
        y * before.width + from,
        Math.max(y * before.width + from, y * before.width + to),
      );
    }
  }
  let all = 0;
  let same = 0;
  for (let at = 0; at < isText.length; at++) {
    if (isText[at] === 1) continue;
    all++;
    if (Math.abs(before.pixels[at] - after.pixels[at]) <= DIFFERENT) same++;
  }
  return all === 0 ? 1 : same / all;
};

const areaOf = ([left, top, right, bottom]) =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** Boxes of words reach above and below their letters; what counts is their middle. */
const core = ([left, top, right, bottom]) => {
  const height = bottom - top;
  return [left + 0.5, top + height * 0.3, right - 0.5, bottom - height * 0.3];
};

/** Watermarks are written across other text, and are many times as large. */
const MAX_HEIGHTS = 4;

/** Words of a page that lie over another word by more than a fifth of the smaller one. */
export const countOverlaps = (words) => {
  const heights = words.map(({ box }) => box[3] - box[1]).sort((a, b) => a - b);
  const most = (heights[Math.floor(heights.length / 2)] ?? 0) * MAX_HEIGHTS;
  const cores = words
    .filter(({ box }) => box[3] - box[1] <= most)
    .map(({ box }) => core(box))
    .sort((a, b) => a[1] - b[1]);
  let count = 0;
  for (const [index, a] of cores.entries()) {
    for (let next = index + 1; next < cores.length && cores[next][1] < a[3]; next++) {
      const b = cores[next];
      const shared = areaOf([
        Math.max(a[0], b[0]),
        Math.max(a[1], b[1]),
        Math.min(a[2], b[2]),
        Math.min(a[3], b[3]),
      ]);
      if (shared > 0.2 * Math.min(areaOf(a), areaOf(b))) {
        count++;
        break;
      }
    }
  }
  return count;
};

/** Words that are not on the page as a whole. */
export const countOutside = ({ width, height, words }) =>
  words.filter(
    ({ box: [left, top, right, bottom] }) =>
      left < -1 || top < -1 || right > width + 1 || bottom > height + 1,
  ).length;
