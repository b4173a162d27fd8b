/** A row of a list of entries, unchecked. */
export interface EntryRow {
  readonly columns: readonly string[];
  /** Where it begins, in UTF-16 code units. */
  readonly position: number;
  /** What makes it unreadable. */
  readonly problem?: string;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Where the first row begins: spreadsheets put a mark in front of it. */
export const startOf = (text: string): number => (text.startsWith(BYTE_ORDER_MARK) ? 1 : 0);

export const isBlank = (text: string): boolean => text.trim() === '';
