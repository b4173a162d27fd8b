import { unescapeXml } from '../../xml/escape-xml.js';
import type { Paragraph } from './layout/paragraphs.js';
import type { FlowParagraph } from './write-flow.js';

/** Headings are no longer than this. */
const MAX_HEADING_LENGTH = 200;

/** The paragraphs of a text without its layout. @param written with their codes, one for each */
export const flowOf = (
  paragraphs: readonly Paragraph[],
  written: readonly string[],
): readonly FlowParagraph[] => {
  const levels = headingLevels(paragraphs, written);
  return paragraphs.map((paragraph, index) => ({
    text: `${paragraph.marker} ${plainOf(written[index] ?? '', paragraph)}`.trimStart(),
    headingLevel: levels[index] ?? 0,
  }));
};

const plainOf = (written: string, { kept }: Paragraph): string =>
  unescapeXml(
    written
      .replace(/<k i="(\d+)"\/>/g, (_, index) => shownOf(kept[Number(index)]))
      .replace(/<\/?s[^>]*>/g, ''),
  );

const shownOf = (kept: Paragraph['kept'][number] | undefined): string =>
  (kept?.letters ?? [])
    .map(({ code }) => code.text ?? '')
    .join('')
    .replace(/[<>&]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[sign] ?? '');

/** 1 to 3 for type that is larger than most; 0 for text. */
const headingLevels = (
  paragraphs: readonly Paragraph[],
  written: readonly string[],
): readonly number[] => {
  const sizes = paragraphs.map(({ areas }) => Math.round(areas[0]?.size ?? 0));
  const lengths = new Map<number, number>();
  for (const [index, size] of sizes.entries()) {
    lengths.set(size, (lengths.get(size) ?? 0) + (written[index] ?? '').length);
  }
  const [usual = 0] = [...lengths].reduce(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    [0, 0],
  );
  const larger = [...lengths.keys()].filter((size) => size > usual * 1.15).sort((a, b) => b - a);
  return sizes.map((size, index) => {
    const rank = larger.indexOf(size);
    const isText = (written[index] ?? '').length > MAX_HEADING_LENGTH;
    return rank < 0 || isText ? 0 : Math.min(rank + 1, 3);
  });
};
