import type { DocumentLimits } from '../../limits.js';
import { scanXml } from '../../xml/scan-xml.js';

/** Names of the parts of sheets that are hidden. */
export const hiddenSheets = (
  workbook: string,
  names: readonly string[],
  text: (name: string) => string,
  limits: DocumentLimits,
): ReadonlySet<string> => {
  const slash = workbook.lastIndexOf('/') + 1;
  const folder = workbook.slice(0, slash);
  const relations = `${folder}_rels/${workbook.slice(slash)}.rels`;
  if (!names.includes(relations)) return new Set();
  const ids = new Set<string>();
  scanXml(
    text(workbook),
    {
      open(element) {
        const state = element.attribute('state');
        if (element.name !== 'x:sheet' || state === undefined || state === 'visible') return;
        // `sheetId` is a number of its own; the relation is `r:id`, whatever its prefix.
        ids.add(element.attribute('id') ?? '');
      },
    },
    { limits },
  );
  const hidden = new Set<string>();
  scanXml(
    text(relations),
    {
      open(element) {
        if (element.name !== 'rel:Relationship' || !ids.has(element.attribute('Id') ?? '')) return;
        const target = element.attribute('Target') ?? '';
        hidden.add(target.startsWith('/') ? target.slice(1) : folder + target);
      },
    },
    { limits },
  );
  return hidden;
};
