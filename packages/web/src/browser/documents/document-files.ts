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

/**
 * Takes files from the chooser, those dropped anywhere on the page, and pasted ones; the browser
 * handles dropped and pasted text.
 *
 * @param isKnown whether files of this name can be translated
 * @returns opens the chooser
 */
export const receiveFiles = (
  take: (files: readonly File[]) => void,
  isKnown: (name: string) => boolean,
): (() => void) => {
  const chooser = element('file', HTMLInputElement);
  chooser.addEventListener('change', () => {
    take([...(chooser.files ?? [])]);
    // So that the same file can be chosen again.
    chooser.value = '';
  });
  acceptDrops(take);
  document.addEventListener('paste', ({ clipboardData }) => {
    const files = [...(clipboardData?.files ?? [])];
    // Office programs add a picture of the text that they copy.
    const isText = clipboardData?.types.includes('text/plain') === true;
    if (files.some(({ name }) => isKnown(name)) || (files.length > 0 && !isText)) take(files);
  });
  return () => chooser.click();
};

const acceptDrops = (take: (files: readonly File[]) => void): void => {
  const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const show = (isOver: boolean) => document.body.classList.toggle('dropping', isOver);
  document.addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    show(true);
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) show(false);
  });
  document.addEventListener('drop', (event) => {
    show(false);
    if (!hasFile(event)) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
};
