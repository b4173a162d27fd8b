/** `letter.html` translated into `ES` is `letter.es.html`; as `docx`, it is `letter.es.docx`. */
export const translatedName = (name: string, targetCode: string, extension?: string): string => {
  const [, stem = name, ending = '.txt'] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
  return `${stem}.${targetCode.toLowerCase()}${extension === undefined ? ending : `.${extension}`}`;
};

/** The extension of a file name, in lower case and without dot; empty if there is none. */
export const extensionOf = (name: string): string =>
  /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Saves content as a file. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By the next turn of the event loop, the download has its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(address));
};
