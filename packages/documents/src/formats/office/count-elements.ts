import { countElements } from '../../xml/count-elements.js';

/** Runs are merged, readings dropped, and direction and language said. */
const ELASTIC = {
  names: new Set([
    ...['r', 't', 'pPr', 'bidi', 'bidiVisual', 'lang', 'proofErr', 'lastRenderedPageBreak'],
    ...['noBreakHyphen', 'softHyphen'],
  ]),
  withContent: new Set(['rPrChange', 'rPr', 'rPh', 'ruby']),
};

/** What has to be in a part of an office file as often after the translation as before. */
export const countOfficeElements = (source: string): ReadonlyMap<string, number> =>
  countElements(source, ELASTIC);
