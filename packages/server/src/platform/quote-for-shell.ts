/** Text as one word of a POSIX shell, and of zsh. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
