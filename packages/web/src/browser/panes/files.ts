import { PageFailure } from '../service/failures.js';

/** A file that the user chose or dropped, as text. */
export interface OpenedFile {
  readonly name: string;
  readonly text: string;
  readonly isHtml: boolean;
}

/**
 * Reads a text or HTML file.
 *
 * @param maxBytes larger files are not read
 * @throws PageFailure `too-large`, or `refused` for a file that is not text
 */
export const openFile = async (file: File, maxBytes: number): Promise<OpenedFile> => {
  if (file.size > maxBytes) throw new PageFailure('too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name, text: decode(bytes), isHtml: isHtml(file) };
};

const isHtml = (file: File): boolean =>
  file.type === 'text/html' || /\.(html?|xhtml)$/i.test(file.name);

/** UTF-8, or UTF-16 with a byte order mark; the encoding of anything else is unknown. */
const decode = (bytes: Uint8Array): string => {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below, like every file that is not text.
  }
  throw new PageFailure(
    'refused',
    'This file is not plain text or HTML in UTF-8. Save it as UTF-8 text and try again.',
  );
};

/** `letter.html` translated into `ES` is `letter.es.html`. */
export const translatedName = (
  name: string | undefined,
  { targetCode, isHtml: asHtml }: { readonly targetCode: string; readonly isHtml: boolean },
): string => {
  const language = targetCode.toLowerCase();
  const [, stem = 'translation', ending = asHtml ? '.html' : '.txt'] =
    /^(.+?)(\.[^.]+)?$/.exec(name ?? '') ?? [];
  return `${stem}.${language}${ending}`;
};

/** Saves a text as a file. */
export const saveText = (text: string, name: string, mediaType: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By the next turn of the event loop, the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(address));
};

/** Accepts files dropped anywhere on the page; the browser handles dropped text. */
export const acceptDrops = (take: (file: File) => void): void => {
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
    const [file] = event.dataTransfer?.files ?? [];
    if (file) take(file);
  });
};
