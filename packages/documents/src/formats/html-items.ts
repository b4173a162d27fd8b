import { findItems, LINKS, VOID_ELEMENTS, type WordElement } from '@dragoman/core/html-elements';

/** What is asked of a token of HTML. */
interface ItemToken {
  readonly kind: 'text' | 'open' | 'close' | 'other';
  readonly name?: string;
  readonly text?: string;
  readonly isSelfClosing?: boolean;
}

/**
 * The opening and closing tags of links and labels that are texts of their own, as in texts with markup.
 *
 * @param ends for each opening tag the index of the tag that ends its element
 */
export const itemTagsOf = (
  tokens: readonly ItemToken[],
  ends: Int32Array,
  isXml: boolean,
): ReadonlySet<number> => {
  if (!tokens.some(({ name = '' }) => LINKS.has(name))) return new Set();
  const endOf = (token: number): number => ends[token] as number;
  const items = findItems(elementsOf(tokens, ends, isXml), ({ token, name }) => {
    const end = tokens[endOf(token)];
    return end?.kind === 'close' && end.name === name;
  });
  return new Set(items.flatMap((item) => [item, endOf(item)]));
};

const LETTER = /\p{L}/u;

/** The elements of a page, each before those in it. */
const elementsOf = (
  tokens: readonly ItemToken[],
  ends: Int32Array,
  isXml: boolean,
): readonly WordElement[] => {
  const create = (token: number, name: string, parent?: WordElement): WordElement => ({
    token,
    name,
    parent,
    hasOwnWords: false,
    hasWords: false,
    wordChildren: 0,
  });
  const root = create(-1, '');
  const elements = [root];
  const open = [root];
  const leave = ({ hasWords, parent }: WordElement): void => {
    if (!hasWords || !parent) return;
    parent.hasWords = true;
    parent.wordChildren++;
  };
  for (const [index, { kind, name = '', text = '', isSelfClosing }] of tokens.entries()) {
    const around = open.at(-1) as WordElement;
    if (kind === 'open') {
      if (VOID_ELEMENTS.has(name) || (isXml && isSelfClosing)) continue;
      const element = create(index, name, around);
      elements.push(element);
      open.push(element);
    } else if (kind === 'close') {
      while (open.length > 1 && (ends[(open.at(-1) as WordElement).token] as number) <= index) {
        leave(open.pop() as WordElement);
      }
    } else if (kind === 'text' && around.name !== 'script' && around.name !== 'style') {
      around.hasOwnWords ||= LETTER.test(text);
      around.hasWords ||= around.hasOwnWords;
    }
  }
  while (open.length > 0) leave(open.pop() as WordElement);
  return elements;
};
