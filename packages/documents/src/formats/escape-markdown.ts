/** Escapes text so that Markdown reads it as text, with as few backslashes as that takes. */
export const escapeMarkdown = (text: string): string =>
  joinLines(text)
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[`*[\]~|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    // In front of a link it would make a picture of it.
    .replace(/!$/, '\\!');

/** Escapes what means something only at the beginning or the end of a paragraph. */
export const escapeMarkdownEnds = (paragraph: string): string =>
  paragraph
    .replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+\s*$)/, '\\$&')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
    .replace(/(?<=\s)#+$/, '\\$&');

/** A line end in a paragraph is a space. */
export const joinLines = (text: string): string =>
  text.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ' : space));
