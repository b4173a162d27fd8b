import { build, element, icon } from '../elements.js';
import { message } from '../messages/messages.js';
import type { Entry } from '../service/glossaries.js';

/** More rows would make the page slow; the search finds the others. */
const MAX_ROWS = 200;

/** The terms of a glossary as a table whose fields can be edited. */
export interface EntryTable {
  show(entries: readonly Entry[]): void;
  entries(): readonly Entry[];
}

export interface EntryTableEvents {
  /** A row has other contents; it is saved when both fields have some. */
  readonly onChange: (before: Entry, after: Entry) => void;
  readonly onRemove: (source: string) => void;
}

export const createEntryTable = ({ onChange, onRemove }: EntryTableEvents): EntryTable => {
  const rows = element('glossary-rows', HTMLTableSectionElement);
  const search = element('glossary-search', HTMLInputElement);
  const count = element('glossary-count', HTMLElement);
  let shown: readonly Entry[] = [];

  const draw = (): void => {
    const wanted = search.value.toLowerCase();
    const found = shown.filter((entry) =>
      entry.some((term) => term.toLowerCase().includes(wanted)),
    );
    rows.replaceChildren(...found.slice(0, MAX_ROWS).map(rowOf));
    count.textContent = message('glossaryCount', { count: found.length });
  };

  const rowOf = (entry: Entry): HTMLTableRowElement => {
    const fields = entry.map((value, index) => {
      const name = message(index === 0 ? 'glossaryTerm' : 'translation');
      return build('input', { type: 'text', value, ariaLabel: name, autocomplete: 'off' });
    });
    const [source, target] = fields;
    const save = (): void => {
      const after: Entry = [source?.value.trim() ?? '', target?.value.trim() ?? ''];
      if (after.every((term) => term !== '') && after.join('\t') !== entry.join('\t')) {
        onChange(entry, after);
      }
    };
    for (const field of fields) field.addEventListener('change', save);
    const name = message('documentRemoveNamed', { name: entry[0] });
    const remove = build('button', { type: 'button', className: 'tool bare' }, icon('clear'));
    remove.ariaLabel = name;
    remove.title = name;
    remove.addEventListener('click', () => onRemove(entry[0]));
    return build(
      'tr',
      {},
      ...fields.map((field) => build('td', {}, field)),
      build('td', {}, remove),
    );
  };
  search.addEventListener('input', draw);

  return {
    show(entries) {
      shown = entries;
      draw();
    },
    entries: () => shown,
  };
};
