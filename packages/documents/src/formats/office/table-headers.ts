import type { DocumentLimits } from '../../limits.js';
import type { Part, Slot } from '../../model.js';
import { plainText, type UnitCollector } from '../../units/unit-collector.js';
import { escapeXml, escapeXmlAttribute } from '../../xml/escape-xml.js';
import { scanXml } from '../../xml/scan-xml.js';

/** Column names of the tables in a workbook. They must be what the cells above the columns say. */
export interface TableHeaders {
  readonly names: ReadonlySet<string>;
  /** Whether formulas use the names, which then have to stay. */
  readonly areUsed: boolean;
  /** Keeps translations of different names different, in cells and tables alike. */
  unique(name: string, translation: string): string;
}

/** @param tables sources of the table parts. @param formulas that have brackets in them */
export const readTableHeaders = (
  tables: readonly string[],
  formulas: readonly string[],
  limits: DocumentLimits,
): TableHeaders => {
  const names = new Set<string>();
  const used = [...formulas];
  let isFormula = false;
  for (const source of tables) {
    scanXml(
      source,
      {
        open(element) {
          if (element.name === 'x:tableColumn') names.add(element.attribute('name') ?? '');
          isFormula = /Formula$/.test(element.name);
        },
        text(text) {
          if (isFormula) used.push(text);
        },
      },
      { limits },
    );
  }
  const owners = new Map<string, string[]>();
  return {
    names,
    // `Sales[Total]` or `[@Total]`; `[1]Sheet!A1` is another file.
    areUsed: used.some((formula) => /[\p{L}\p{N}_.]\[|\[[@#]/u.test(formula)),
    unique(name, translation) {
      const key = translation.toLowerCase();
      const sharing = owners.get(key) ?? [];
      if (!sharing.includes(name)) sharing.push(name);
      owners.set(key, sharing);
      const index = sharing.indexOf(name);
      return index === 0 ? translation : `${translation} ${index + 1}`;
    },
  };
};

/** The names of columns, to change along with the cells that hold them. */
export const readTablePart = (
  name: string,
  source: string,
  headers: TableHeaders,
  { collector, limits }: { collector: UnitCollector; limits: DocumentLimits },
): Part => {
  const slots: Slot[] = [];
  if (!headers.areUsed) {
    scanXml(
      source,
      {
        open(element) {
          const column = element.attribute('name');
          if (element.name !== 'x:tableColumn' || column === undefined) return;
          const tag = source.slice(element.start, element.end);
          const value = /\sname\s*=\s*(["'])/.exec(tag);
          if (!value) return;
          const start = element.start + value.index + value[0].length;
          const end = source.indexOf(value[1] as string, start);
          const slot = collector.add({
            ...{ start, end, inlines: plainText(column), isCopy: true },
            encode: (text) => escapeXmlAttribute(headers.unique(column, text)),
          });
          if (slot) slots.push(slot);
        },
      },
      { limits },
    );
  }
  return { name, text: source, slots };
};

/** How a string that may be a column's name is written. */
export const headerEncoder =
  (headers: TableHeaders, name: string) =>
  (text: string): string =>
    escapeXml(headers.unique(name, text));
