/**
 * Recognises one kind of token at `index`: the index after it, or -1. A matcher looks at most a
 * fixed number of units ahead, so that a scan takes time in proportion to the text.
 */
export type Matcher = (text: string, index: number) => number;

/** The answer of a {@link Matcher} that does not recognise its token. */
export const NO_MATCH = -1;

/** A matcher that tries others in turn. */
export const firstOf =
  (...matchers: readonly Matcher[]): Matcher =>
  (text, index) => {
    for (const matcher of matchers) {
      const end = matcher(text, index);
      if (end > index) return end;
    }
    return NO_MATCH;
  };
