import { DocumentError } from '../../../document-error.js';
import { type DocumentLimits, requireWithin } from '../../../limits.js';
import type { PdfFile } from './pdf-file.js';
import {
  isReference,
  nameOf,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
} from './pdf-values.js';

/** `[left, bottom, right, top]`, in points. */
export type Box = readonly [number, number, number, number];

/** A page with what it takes over from the tree it hangs in. */
export interface PdfPage {
  /** Undefined for a page that stands in its tree itself, which cannot be changed. */
  readonly reference: PdfReference | undefined;
  readonly dictionary: PdfDictionary;
  readonly resources: PdfValue;
  /** What of it is seen. */
  readonly box: Box;
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox'] as const;
const MAX_TREE_DEPTH = 100;
const LETTER: Box = [0, 0, 612, 792];

/** The pages of a file, in order. A tree with loops gives each page once. @throws DocumentError too_large */
export const pagesOf = (file: PdfFile, limits: DocumentLimits): readonly PdfPage[] => {
  const pages: PdfPage[] = [];
  const seen = new Set<number>();
  const visit = (value: PdfValue | undefined, inherited: PdfDictionary, depth: number): void => {
    if (isReference(value)) {
      if (seen.has(value.number)) return;
      seen.add(value.number);
    }
    const dictionary = file.dictionary(value);
    if (dictionary.size === 0) return;
    if (depth > MAX_TREE_DEPTH)
      throw new DocumentError('too_large', 'The tree of its pages is too deep.');
    const known = new Map(inherited);
    for (const key of INHERITED) {
      const own = dictionary.get(key);
      if (own !== undefined) known.set(key, own);
    }
    const isTree =
      dictionary.has('Kids') && nameOf(file.resolve(dictionary.get('Type'))) !== 'Page';
    if (isTree) {
      for (const kid of file.list(dictionary.get('Kids'))) visit(kid, known, depth + 1);
      return;
    }
    requireWithin(pages.length + 1, limits, 'pages');
    const media = boxOf(file, known.get('MediaBox')) ?? LETTER;
    pages.push({
      reference: isReference(value) ? value : undefined,
      dictionary,
      resources: known.get('Resources') ?? null,
      box: boxOf(file, known.get('CropBox')) ?? media,
    });
  };
  const catalog = file.dictionary(file.trailer.get('Root'));
  visit(catalog.get('Pages'), new Map(), 0);
  return pages;
};

/** A rectangle with its corners in order; undefined for what is none. */
export const boxOf = (file: PdfFile, value: PdfValue | undefined): Box | undefined => {
  const numbers = file.list(value).map((entry) => file.resolve(entry));
  const [a, b, c, d] = numbers;
  if (
    typeof a !== 'number' ||
    typeof b !== 'number' ||
    typeof c !== 'number' ||
    typeof d !== 'number'
  ) {
    return undefined;
  }
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
};
