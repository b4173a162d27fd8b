import type { DocumentLimits } from '../../limits.js';
import type { Edit, WriteOptions } from '../../model.js';
import { scanXml, type XmlElement } from '../../xml/scan-xml.js';
import { prefixOf } from '../../xml/xml-subtrees.js';

/** Gives the paragraphs of a slide the direction of the target language. */
export const localizeSlide = (
  source: string,
  { direction }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  const isRightToLeft = direction === 'rtl';
  if (!direction || (!isRightToLeft && !/\brtl\s*=\s*["'](?:1|true)/.test(source))) return [];
  const edits: Edit[] = [];
  /** A paragraph whose first child is still to come. */
  let bare: XmlElement | undefined;
  const turn = (element: XmlElement): void => {
    const { start, end } = element;
    const wasRightToLeft = /^(?:1|true)$/.test(element.attribute('rtl') ?? '');
    if (wasRightToLeft === isRightToLeft) return;
    const algn = element.attribute('algn') ?? (wasRightToLeft ? 'r' : 'l');
    const turned = { l: 'r', r: 'l' }[algn] ?? algn;
    const tag = source
      .slice(start, end)
      .replace(/\s(?:rtl|algn)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
      .replace(/^<[^\s/>]+/, (name) => `${name} algn="${turned}" rtl="${isRightToLeft ? 1 : 0}"`);
    edits.push({ start, end, text: tag });
  };
  scanXml(
    source,
    {
      open(element) {
        if (element.name === 'a:pPr') turn(element);
        else if (bare && isRightToLeft) {
          const text = `<${prefixOf(bare)}pPr algn="r" rtl="1"/>`;
          edits.push({ start: bare.end, end: bare.end, text });
        }
        bare = element.name === 'a:p' && !element.isEmpty ? element : undefined;
      },
      close() {
        bare = undefined;
      },
    },
    { limits },
  );
  return edits;
};
