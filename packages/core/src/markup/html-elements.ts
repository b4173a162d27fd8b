// What is known about the elements of HTML, for texts with markup and for documents.

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Elements without content. https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
export const VOID_ELEMENTS = names(
  'area base basefont bgsound br col command embed frame hr image img input keygen link meta param source track wbr',
);

/** Elements whose content is no markup and nothing to read. */
export const RAW_TEXT_ELEMENTS = names('script style xmp iframe noembed noframes');

/** Elements whose content is text with references but without tags. */
export const PLAIN_TEXT_ELEMENTS = names('title textarea');

/** Elements that begin and end a stretch of text for a reader, whatever their sentences. */
export const BLOCK_ELEMENTS = names(
  `address article aside base basefont bgsound blockquote body br button caption center col colgroup command
  datalist dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6
  head header hgroup hr html iframe legend li link listing main marquee menu menuitem meta nav noembed noframes
  noscript ol optgroup option p param plaintext pre search section select source style summary table tbody td
  template textarea tfoot th thead title tr track ul video xmp`,
);

/** Elements that keep their white space. */
export const PREFORMATTED_ELEMENTS = names('pre textarea listing xmp');

/** Elements that stand for words but are not to be translated: code, keys, formulas. */
export const UNTRANSLATED_ELEMENTS = names('code kbd samp var tt math');

/**
 * Elements that are pictures, programs, or how the word before is read: not to be translated, and no
 * words of the sentence.
 */
export const PICTURE_ELEMENTS = names(
  'svg script style object applet canvas audio video iframe xmp noembed noframes rt rp',
);

const ENDS_PARAGRAPH = names(
  `address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul`,
);
const ROW_PARTS = names('td th');
const CELLS_AND_ROWS = names('td th tr');
const TABLE_PARTS = names('td th tr thead tbody tfoot caption colgroup');
const LIST_ITEM = names('li');
const TERMS = names('dt dd');
const PARAGRAPH = names('p');
const OPTION = names('option');
const OPTIONS = names('option optgroup');
const NOTHING: ReadonlySet<string> = new Set();

/** What an opening tag ends besides paragraphs, because their end tags may be left out. */
const IMPLIED_ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', LIST_ITEM],
  ['dt', TERMS],
  ['dd', TERMS],
  ['td', ROW_PARTS],
  ['th', ROW_PARTS],
  ['tr', CELLS_AND_ROWS],
  ['tbody', TABLE_PARTS],
  ['thead', TABLE_PARTS],
  ['tfoot', TABLE_PARTS],
  ['option', OPTION],
  ['optgroup', OPTIONS],
]);

const ENDED: ReadonlyMap<string, readonly ReadonlySet<string>[]> = new Map(
  [...ENDS_PARAGRAPH, ...IMPLIED_ENDS.keys()].map((name) => [
    name,
    [ENDS_PARAGRAPH.has(name) ? PARAGRAPH : NOTHING, IMPLIED_ENDS.get(name) ?? NOTHING],
  ]),
);

/**
 * The open elements that an opening tag ends, if the innermost block is one of them.
 * https://html.spec.whatwg.org/multipage/syntax.html#optional-tags
 */
export const endedBy = (name: string): readonly ReadonlySet<string>[] => ENDED.get(name) ?? [];

/** Inline elements that are seldom next to each other in a sentence. */
export const LINKS = names('a label');

/** An element of a page, and where words are in it. */
export interface WordElement {
  /** Index of its opening tag. */
  readonly token: number;
  readonly name: string;
  readonly parent: WordElement | undefined;
  /** Whether text with letters lies in it, not counting its children's. */
  hasOwnWords: boolean;
  hasWords: boolean;
  /** Children that hold words. */
  wordChildren: number;
}

/**
 * Links and labels side by side in an element without words of its own, such as the items of a menu:
 * each is a text by itself, also with elements around it that hold nothing else.
 *
 * @param elements each before those in it
 * @param mayBeItem for elements that must be a part of the sentence
 * @returns the indexes of their opening tags
 */
export const findItems = (
  elements: readonly WordElement[],
  mayBeItem: (element: WordElement) => boolean,
): readonly number[] => {
  const items: number[] = [];
  const itemsIn = new Map<WordElement, number[]>();
  for (const element of elements.toReversed()) {
    const { name, parent, token, hasOwnWords, hasWords, wordChildren } = element;
    const inside = itemsIn.get(element) ?? [];
    if (inside.length > 1 && !hasOwnWords) for (const item of inside) items.push(item);
    const isAround = !hasOwnWords && wordChildren === 1 && inside.length === 1;
    if (!parent || !hasWords || !(LINKS.has(name) || isAround) || !mayBeItem(element)) continue;
    const beside = itemsIn.get(parent);
    if (beside) beside.push(token);
    else itemsIn.set(parent, [token]);
  }
  return items;
};
