import type { InlineKind } from '../xml/nested-inlines.js';
import type { XmlNode } from '../xml/xml-subtrees.js';

/** Inline elements of XLIFF 1.2 (section 2.4) and 2.x (section 4.2.3). */
export const xliffInlineKind = (node: XmlNode): InlineKind => {
  const id = node.attribute('rid') ?? node.attribute('id') ?? '';
  switch (node.name) {
    case 'g':
    case 'pc':
      return 'pair';
    case 'mrk':
      return isProtected(node) ? 'kept' : 'pair';
    case 'bx':
    case 'bpt':
      return `open:${id}`;
    case 'ex':
    case 'ept':
      return `close:${id}`;
    case 'sc':
      return `open:sc${node.attribute('id') ?? ''}`;
    case 'ec':
      return `close:sc${node.attribute('startRef') ?? ''}`;
    case 'sm':
      return `open:sm${node.attribute('id') ?? ''}`;
    case 'em':
      return `close:sm${node.attribute('startRef') ?? ''}`;
    default:
      // x, ph, it, cp, and what other namespaces bring.
      return 'point';
  }
};

const isProtected = (node: XmlNode): boolean =>
  node.attribute('mtype') === 'protected' || node.attribute('translate') === 'no';
