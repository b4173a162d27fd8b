import { DEFAULT_LIMITS } from '../../limits.js';
import { scanXml } from '../../xml/scan-xml.js';

/** Spans that mean nothing are dropped, spaces may be written, and styles get a language. */
const ELASTIC = /^(?:text:span|text:s|style:(?:text|paragraph)-properties)$/;

/** How often each element is in a part, apart from those a translation changes. */
export const countOpenDocumentElements = (source: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  scanXml(
    source,
    {
      open({ name }) {
        if (!ELASTIC.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
      },
    },
    { limits: DEFAULT_LIMITS },
  );
  return counts;
};
