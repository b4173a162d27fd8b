import type { DocumentLimits } from '../../limits.js';
import { scanXml } from '../../xml/scan-xml.js';

/** What the cells of a worksheet say about its strings. */
export interface SheetStrings {
  /** Shared strings in cells that are not hidden: indices. */
  readonly visible: ReadonlySet<number>;
  readonly formulas: readonly string[];
}

/** Columns of a sheet, up to XFD. */
const MAX_COLUMN = 16_384;

const IS_TRUE = /^(?:1|true)$/;

/** Finds the shared strings of cells that are seen, and formulas with names in brackets. */
export const readSheetStrings = (source: string, limits: DocumentLimits): SheetStrings => {
  const visible = new Set<number>();
  const formulas: string[] = [];
  const hiddenColumns = new Set<number>();
  let isRowHidden = false;
  let cell: { isString: boolean; column: number } | undefined;
  let text: string | undefined;
  scanXml(
    source,
    {
      open(element) {
        const { name } = element;
        if (name === 'x:col' && IS_TRUE.test(element.attribute('hidden') ?? '')) {
          const first = Number(element.attribute('min'));
          const last = Math.min(Number(element.attribute('max') ?? first), MAX_COLUMN);
          for (let column = first; column <= last; column++) hiddenColumns.add(column);
        } else if (name === 'x:row') isRowHidden = IS_TRUE.test(element.attribute('hidden') ?? '');
        else if (name === 'x:c') {
          const column = columnOf(element.attribute('r') ?? '');
          cell = { isString: element.attribute('t') === 's', column };
        } else if (name === 'x:v' || name === 'x:f') text = '';
      },
      text(content) {
        if (text !== undefined) text += content;
      },
      close(name) {
        if (name === 'x:v' && cell?.isString && !isRowHidden) {
          if (!hiddenColumns.has(cell.column)) visible.add(Number(text));
        }
        if (name === 'x:f' && text?.includes('[')) formulas.push(text);
        if (name === 'x:v' || name === 'x:f') text = undefined;
      },
    },
    { limits },
  );
  return { visible, formulas };
};

/** `AB12` is in column 28. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]*/i.exec(reference)?.[0].toUpperCase() ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column;
};
