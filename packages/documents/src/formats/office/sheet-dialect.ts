import type { RunDialect } from './run-dialect.js';

/** Strings of SpreadsheetML, ECMA-376 part 1, section 18.4: with runs, or text alone. */
export const SHEET: RunDialect = {
  paragraphs: new Set(['x:si', 'x:is', 'x:text']),
  run: 'x:r',
  text: 'x:t',
  textAttributes: ' xml:space="preserve"',
  keepsLines: true,
  properties: 'x:rPr',
  containers: new Set(),
  edges: new Set(['x:phoneticPr']),
  // Readings point at characters of the text that was.
  dropped: new Set(['x:rPh']),
  breaks: new Set(),
  characters: new Map(),
  idleProperties: new Set(),
  minorProperties: new Set(['x:charset', 'x:family', 'x:scheme']),
  hiddenProperties: new Set(),
  showsOnSpaces: (_tag, children) =>
    children.some(({ name }) => name === 'x:u' || name === 'x:strike'),
  writeProperties: (properties, prefix) =>
    properties && properties.children.length > 0
      ? `${properties.tag}${properties.children.map(({ source }) => source).join('')}</${prefix}rPr>`
      : '',
};
