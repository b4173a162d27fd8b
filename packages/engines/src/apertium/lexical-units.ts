/** A word, or several that the dictionary has as one, and what it may be. */
export interface LexicalUnit {
  readonly surface: string;
  /** Such as `house<n><sg>`; those of an unknown word begin with a star. */
  readonly readings: readonly string[];
}

/** An artificial end of a sentence: what is left of it in the output separates the texts. */
export const SEPARATOR = '[]';

/** Texts in one message: long enough to be quick, short enough to let translations in between. */
const TEXTS_PER_MESSAGE = 200;
const LEXICAL_UNIT = /\^([^/$]*)\/([^$]*)\$/g;

/** The words in Apertium's stream format: `^houses/house<n><pl>$`. */
export const unitsIn = (stream: string): readonly LexicalUnit[] =>
  Array.from(stream.matchAll(LEXICAL_UNIT), ([, surface = '', readings = '']) => ({
    surface,
    readings: readings.split('/'),
  }));

/** The answers to texts that end with a separator, several in one message. */
export const inMessages = async (
  texts: readonly string[],
  ask: (message: string) => Promise<string>,
): Promise<readonly string[]> => {
  const answers: string[] = [];
  for (let start = 0; start < texts.length; start += TEXTS_PER_MESSAGE) {
    const message = texts.slice(start, start + TEXTS_PER_MESSAGE);
    answers.push(...(await ask(message.join('\n'))).split(SEPARATOR).slice(0, message.length));
  }
  return answers;
};
