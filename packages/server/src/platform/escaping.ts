/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | false | undefined | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const show = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return 'html' in part ? part.html : part.map(show).join('');
};

/** Concatenates HTML; everything that is not HTML already is escaped. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: String.raw({ raw: strings }, ...parts.map(show)),
});

/** Text with code between backticks. */
export const prose = (text: string): Html => ({
  html: escapeText(text).replace(/`([^`]*)`/g, '<code>$1</code>'),
});

/** Text as one word of a POSIX shell, and of zsh. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
