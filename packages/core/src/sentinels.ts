// Characters that stand for something else in a text while it is worked on, each with those who write it
// there. Those of the private use areas are only in texts that do not leave their owner; ranges are
// sources of regular expressions with `u`. Customers may write all of them, too: each owner minds that.

/**
 * U+FFFC OBJECT REPLACEMENT CHARACTER, for a tag or a picture: in the paragraphs of the markup reader, and
 * where the translation memory compares texts.
 */
export const OBJECT_CHARACTER = '\ufffc';

/** The area of the basic plane; models of any vocabulary read one of its characters as one unknown token. */
export const PRIVATE_USE = '\\ue000-\\uf8ff';

/** For a protected span where checks look at the words around it. */
export const SPAN_CHARACTER = '\ue000';
/** For what must stay while style edits the sentences of a text. */
export const KEPT_CHARACTER = '\ue0f0';
/** For the end of a sentence of such a text. */
export const SENTENCE_END_CHARACTER = '\ue0f1';

/** For placeholders and tags in the units of neural models, numbered. */
export const NEURAL_PLACEHOLDERS = PRIVATE_USE;

/** For placeholders and tags in what Apertium's engine gets, numbered: most of plane 15. */
export const APERTIUM_PLACEHOLDERS = '\\u{f0000}-\\u{ffffd}';
