import type { RunDialect, RunProperty } from './run-dialect.js';

const SEEN_ON_SPACES = new Set(['w:u', 'w:strike', 'w:dstrike', 'w:highlight', 'w:shd', 'w:bdr']);

/** WordprocessingML, ECMA-376 part 1, section 17. */
export const WORD: RunDialect = {
  paragraphs: new Set(['w:p']),
  run: 'w:r',
  text: 'w:t',
  textAttributes: ' xml:space="preserve"',
  keepsLines: false,
  properties: 'w:rPr',
  containers: new Set([
    'w:hyperlink',
    'w:smartTag',
    'w:ins',
    'w:moveTo',
    'w:customXml',
    'w:dir',
    'w:bdo',
  ]),
  edges: new Set(['w:pPr']),
  dropped: new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:softHyphen']),
  breaks: new Set(['w:br', 'w:cr', 'w:tab', 'w:ptab']),
  characters: new Map([['w:noBreakHyphen', '\u2011']]),
  idleProperties: new Set(['w:lang', 'w:noProof', 'w:rPrChange', 'w:ins', 'w:moveTo']),
  minorProperties: new Set(['w:bCs', 'w:iCs', 'w:szCs', 'w:webHidden']),
  hiddenProperties: new Set(['w:vanish', 'w:specVanish']),
  showsOnSpaces: (_tag, children) => children.some(({ name }) => SEEN_ON_SPACES.has(name)),
  writeProperties(properties, prefix, { direction }) {
    const children = properties?.children ?? [];
    const kept = children
      .filter(({ name }) => name !== 'w:rtl' || direction === undefined)
      .map(({ source }) => source);
    if (direction === 'rtl') kept.push(...complexTwins(children), `<${prefix}rtl/>`);
    if (kept.length === 0) return '';
    return `${properties?.tag || `<${prefix}rPr>`}${kept.join('')}</${prefix}rPr>`;
  },
};

/** Properties of the Latin script that the complex scripts have under names of their own. */
const COMPLEX_TWINS = new Map([
  ['w:b', 'w:bCs'],
  ['w:i', 'w:iCs'],
  ['w:sz', 'w:szCs'],
]);

/** What right-to-left text needs to look as the source does. */
const complexTwins = (children: readonly RunProperty[]): readonly string[] =>
  children.flatMap(({ name, source }) => {
    const twin = COMPLEX_TWINS.get(name);
    if (!twin || children.some((other) => other.name === twin)) return [];
    return [source.replace(/^(<\/?[^\s/>]*)/, '$1Cs').replace(/^(.*)(<\/[^>]*)>$/, '$1$2Cs>')];
  });
