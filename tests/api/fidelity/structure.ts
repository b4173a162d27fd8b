import { tokenize } from '../../../packages/core/dist/markup/tokenize.js';

export type MarkupSyntax = 'html' | 'xml';

/** Everything in a document that is not text, in order, verbatim. */
export const markupOf = (text: string, syntax: MarkupSyntax): readonly string[] =>
  tokenize(text, syntax)
    .filter((token) => token.kind !== 'text')
    .map((token) => text.slice(token.start, token.end));

const HAS_NO_END = /^<(?:[!?%#@]|(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)\b)/i;

/**
 * For every tag, the tags around it, which must not change even if words move. Undefined for a
 * document whose tags are not nested correctly.
 */
export const nestingOf = (text: string, syntax: MarkupSyntax): readonly string[] | undefined => {
  const open: string[] = [];
  const rows: string[] = [];
  for (const tag of markupOf(text, syntax)) {
    if (tag.startsWith('</')) {
      const name = /^<[^\s/>]*/.exec(open.pop() ?? '')?.[0].slice(1);
      if (name !== /^[^\s>]*/.exec(tag.slice(2))?.[0]) return undefined;
      continue;
    }
    rows.push([...open, tag].join(' '));
    if (tag.startsWith('<') && !tag.endsWith('/>') && !HAS_NO_END.test(tag)) open.push(tag);
  }
  return open.length === 0 ? rows.sort() : undefined;
};
