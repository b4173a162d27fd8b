import type { DocumentLimits } from '../limits.js';
import type { Edit, WriteOptions } from '../model.js';
import { scanXml } from '../xml/scan-xml.js';
import { setAttributes } from '../xml/set-attributes.js';

/** Says the target language: on every file in 1.2, on the root in 2.x. */
export const localizeXliff = (
  source: string,
  { targetLanguage }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  if (!targetLanguage) return [];
  const edits: Edit[] = [];
  let isVersion2 = false;
  scanXml(
    source,
    {
      open(element) {
        const { name, start, end } = element;
        if (name === 'xliff') isVersion2 = (element.attribute('version') ?? '').startsWith('2');
        const attribute = isVersion2 ? 'trgLang' : 'target-language';
        if (name !== (isVersion2 ? 'xliff' : 'file')) return;
        const text = setAttributes(
          source.slice(start, end),
          new Map([[attribute, targetLanguage]]),
        );
        edits.push({ start, end, text });
      },
    },
    { limits },
  );
  return edits;
};
