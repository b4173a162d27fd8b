import { VOID_ELEMENTS } from '@dragoman/core/html-elements';

/** What is asked of a token of HTML. */
interface ItemToken {
  readonly kind: 'text' | 'open' | 'close' | 'other';
  readonly name?: string;
  readonly text?: string;
  readonly isSelfClosing?: boolean;
}

interface TextElement {
  readonly token: number;
  readonly name: string;
  readonly parent: TextElement | undefined;
  hasOwnWords: boolean;
  hasWords: boolean;
  /** Children that hold words. */
  wordChildren: number;
}

/** Inline elements that are seldom next to each other in a sentence. */
const LINKS: ReadonlySet<string> = new Set(['a', 'label']);
const LETTER = /\p{L}/u;

/**
 * Links and labels side by side in an element without words of its own, such as the items of a menu:
 * each is a text by itself, also with elements around it that hold nothing else. Texts with markup
 * have the same rule.
 *
 * @param ends for each opening tag the index of the tag that ends its element
 * @returns the indexes of their opening and closing tags
 */
export const findItems = (
  tokens: readonly ItemToken[],
  ends: Int32Array,
  isXml: boolean,
): ReadonlySet<number> => {
  const items = new Set<number>();
  if (!tokens.some(({ name = '' }) => LINKS.has(name))) return items;
  const itemsIn = new Map<TextElement, number[]>();
  for (const element of elementsOf(tokens, ends, isXml).toReversed()) {
    const { name, parent, token, hasOwnWords, hasWords, wordChildren } = element;
    const inside = itemsIn.get(element) ?? [];
    if (inside.length > 1 && !hasOwnWords) {
      for (const item of inside) items.add(item).add(ends[item] as number);
    }
    const isAround = !hasOwnWords && wordChildren === 1 && inside.length === 1;
    if (!parent || !hasWords || !(LINKS.has(name) || isAround)) continue;
    const end = tokens[ends[token] as number];
    if (end?.kind !== 'close' || end.name !== name) continue;
    const beside = itemsIn.get(parent);
    if (beside) beside.push(token);
    else itemsIn.set(parent, [token]);
  }
  return items;
};

/** The elements of a page, each before those in it. */
const elementsOf = (
  tokens: readonly ItemToken[],
  ends: Int32Array,
  isXml: boolean,
): readonly TextElement[] => {
  const create = (token: number, name: string, parent?: TextElement): TextElement => ({
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
  const leave = ({ hasWords, parent }: TextElement): void => {
    if (!hasWords || !parent) return;
    parent.hasWords = true;
    parent.wordChildren++;
  };
  for (const [index, { kind, name = '', text = '', isSelfClosing }] of tokens.entries()) {
    const around = open.at(-1) as TextElement;
    if (kind === 'open') {
      if (VOID_ELEMENTS.has(name) || (isXml && isSelfClosing)) continue;
      const element = create(index, name, around);
      elements.push(element);
      open.push(element);
    } else if (kind === 'close') {
      while (open.length > 1 && (ends[(open.at(-1) as TextElement).token] as number) <= index) {
        leave(open.pop() as TextElement);
      }
    } else if (kind === 'text' && around.name !== 'script' && around.name !== 'style') {
      around.hasOwnWords ||= LETTER.test(text);
      around.hasWords ||= around.hasOwnWords;
    }
  }
  while (open.length > 0) leave(open.pop() as TextElement);
  return elements;
};
