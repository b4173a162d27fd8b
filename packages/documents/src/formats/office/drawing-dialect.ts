import { officeLocale } from '../../language.js';
import { escapeXmlAttribute } from '../../xml/escape-xml.js';
import type { RunDialect } from './run-dialect.js';

/** DrawingML text, ECMA-376 part 1, section 21.1.2: slides, charts, SmartArt, shapes. */
export const DRAWING: RunDialect = {
  paragraphs: new Set(['a:p']),
  run: 'a:r',
  text: 'a:t',
  textAttributes: '',
  keepsLines: false,
  properties: 'a:rPr',
  containers: new Set(),
  edges: new Set(['a:pPr', 'a:endParaRPr']),
  dropped: new Set(),
  breaks: new Set(['a:br']),
  characters: new Map(),
  idleProperties: new Set(),
  minorProperties: new Set(),
  idleAttributes:
    /\s(?:lang|altLang|dirty|err|noProof|smtClean|smtId|bmk)\s*=\s*(?:"[^"]*"|'[^']*')/g,
  hiddenProperties: new Set(),
  showsOnSpaces: (tag) => /\s(?:u|strike)\s*=\s*["'](?!none|noStrike)/.test(tag),
  writeProperties(properties, prefix, { targetLanguage }) {
    const children = properties?.children ?? [];
    const lang = targetLanguage
      ? ` lang="${escapeXmlAttribute(officeLocale(targetLanguage))}"`
      : '';
    const tag = properties?.tag || `<${prefix}rPr>`;
    if (!lang && children.length === 0 && !/\s/.test(tag)) return '';
    const start = tag.replace(/^<[^\s/>]+/, (name) => name + lang);
    return `${start}${children.map(({ source }) => source).join('')}</${prefix}rPr>`;
  },
};
