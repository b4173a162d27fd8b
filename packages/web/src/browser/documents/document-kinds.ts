import { element } from '../elements.js';

/** What the server translates, as it wrote it into the page. */
export interface DocumentKinds {
  readonly maxBytes: number;
  /** The usual extensions, each with its dot. */
  readonly extensions: readonly string[];
  isKnown(extension: string): boolean;
  /** Extensions of what such a file can be written as; empty if there is no choice. */
  outputsOf(extension: string): readonly string[];
  /** What files of other programs can be saved as there: `.docx`; empty if that is not known. */
  saveAs(extension: string): string;
  isPicture(extension: string): boolean;
}

export const readDocumentKinds = (): DocumentKinds => {
  const {
    maxDocumentBytes,
    outputFormats = '',
    saveAs = '',
    usualExtensions = '',
    pictures = '',
  } = document.documentElement.dataset;
  const known = new Set(element('file', HTMLInputElement).accept.split(','));
  const outputs = new Map(
    outputFormats.split(' ').map((row) => {
      const [extension = '', formats = ''] = row.split(':');
      return [extension, formats.split(',')];
    }),
  );
  const advice = new Map(
    saveAs.split(' ').map((row) => row.split(':') as [extension: string, format: string]),
  );
  return {
    maxBytes: Number(maxDocumentBytes),
    extensions: usualExtensions.split(' '),
    isKnown: (extension) => known.has(`.${extension}`),
    outputsOf: (extension) => outputs.get(extension) ?? [],
    saveAs: (extension) => advice.get(extension) ?? '',
    isPicture: (extension) => pictures.split(' ').includes(extension),
  };
};
