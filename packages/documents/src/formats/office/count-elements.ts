import { DEFAULT_LIMITS } from '../../limits.js';
import { scanXml } from '../../xml/scan-xml.js';

/** Elements that come and go when runs are merged, and everything in them. */
const ELASTIC_CONTENT = new Set(['w:rPr', 'a:rPr', 'x:rPr', 'x:rPh']);
const ELASTIC = new Set([
  'w:r',
  'w:t',
  'w:pPr',
  'w:bidi',
  'w:bidiVisual',
  'w:lang',
  'w:proofErr',
  'w:lastRenderedPageBreak',
  'w:noBreakHyphen',
  'w:softHyphen',
  'a:r',
  'a:t',
  'a:pPr',
  'x:r',
  'x:t',
]);

/** How often each element is in a part, apart from those that merging changes. */
export const countElements = (source: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  let elasticDepth = 0;
  scanXml(
    source,
    {
      open({ name }) {
        if (ELASTIC_CONTENT.has(name)) elasticDepth++;
        if (elasticDepth > 0 || ELASTIC.has(name)) return;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      },
      close(name) {
        if (ELASTIC_CONTENT.has(name)) elasticDepth--;
      },
    },
    { limits: DEFAULT_LIMITS },
  );
  return counts;
};
