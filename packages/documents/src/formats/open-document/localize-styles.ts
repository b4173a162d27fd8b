import { isComplexScript, isEastAsian, localeOf } from '../../language.js';
import type { DocumentLimits } from '../../limits.js';
import type { Edit, WriteOptions } from '../../model.js';
import { escapeXmlAttribute } from '../../xml/escape-xml.js';
import { scanXml, type XmlElement } from '../../xml/scan-xml.js';

/** Says language and direction in the default styles; automatic styles lose theirs. */
export const localizeStyles = (
  source: string,
  { targetLanguage, direction }: WriteOptions,
  limits: DocumentLimits,
): readonly Edit[] => {
  if (!targetLanguage) return [];
  const { language, region } = localeOf(targetLanguage);
  const suffix = isEastAsian(targetLanguage)
    ? '-asian'
    : isComplexScript(targetLanguage)
      ? '-complex'
      : '';
  const prefix = suffix === '' ? 'fo' : 'style';
  const languageAttributes = new Map([
    [`${prefix}:language${suffix}`, language],
    [`${prefix}:country${suffix}`, region || 'none'],
  ]);
  const edits: Edit[] = [];
  let isDefault = false;
  const set = ({ start, end }: XmlElement, attributes: ReadonlyMap<string, string>): void => {
    let tag = source.slice(start, end);
    for (const [name, value] of attributes) {
      const written = ` ${name}="${escapeXmlAttribute(value)}"`;
      const found = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`);
      tag = found.test(tag)
        ? tag.replace(found, () => written)
        : tag.replace(/\s*\/?>$/, (tail) => written + tail);
    }
    if (tag !== source.slice(start, end)) edits.push({ start, end, text: tag });
  };
  scanXml(
    source,
    {
      open(element) {
        const { name } = element;
        if (name === 'style:default-style') isDefault = true;
        const saysLanguage = element.attribute(`${prefix}:language${suffix}`) !== undefined;
        if (name === 'style:text-properties' && (isDefault || saysLanguage)) {
          set(element, languageAttributes);
        }
        const saysDirection = element.attribute('style:writing-mode') !== undefined;
        if (name === 'style:paragraph-properties' && direction) {
          const turns = direction === 'rtl' ? isDefault || saysDirection : saysDirection;
          const mode = direction === 'rtl' ? 'rl-tb' : 'lr-tb';
          if (turns) set(element, new Map([['style:writing-mode', mode]]));
        }
      },
      close(name) {
        if (name === 'style:default-style') isDefault = false;
      },
    },
    { limits },
  );
  return edits;
};
