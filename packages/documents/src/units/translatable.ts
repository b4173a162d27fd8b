/** Whether there is anything to translate: a letter, and more than an address or a lone code. */
export const isTranslatable = (text: string): boolean => {
  const trimmed = text.trim();
  return /\p{L}/u.test(trimmed) && !ADDRESS.test(trimmed);
};

const ADDRESS = /^(?:(?:https?|ftp|file):\/\/\S+|mailto:\S+|www\.\S+|[^\s@]+@[^\s@]+\.[a-z]{2,})$/i;

/** Whether a value of a table or a data file is an identifier rather than words: `A-17/b`. */
export const isCode = (text: string): boolean =>
  !/\s/.test(text.trim()) && /[\d_]/.test(text) && /^[\p{L}\p{N}_.:/#-]+$/u.test(text.trim());
