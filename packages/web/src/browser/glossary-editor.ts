import { saveFile } from './documents/document-list.js';
import { build, element, icon } from './elements.js';
import type { MessageKey } from './locales/en.js';
import { message } from './messages.js';
import { asFailure, type PageFailure } from './service/failures.js';
import {
  changeEntries,
  deleteGlossary,
  type Entry,
  fetchEntries,
  type Glossary,
  importFile,
  type Pair,
} from './service/glossaries.js';

/** The dialog in which a glossary is edited. Every change is saved at once. */
interface GlossaryEditor {
  open(glossary: Glossary, pair: Pair, names: { source: string; target: string }): Promise<void>;
}

interface GlossaryEditorEvents {
  /** Entries have changed, or the glossary is gone. */
  readonly onChange: () => Promise<void>;
  readonly describeFailure: (failure: PageFailure) => string;
}

/** What the page says for the reasons of the server. */
const MESSAGE_BY_REASON: Readonly<Record<string, MessageKey>> = {
  entry_incomplete: 'entryMissing',
  entry_columns: 'entryColumns',
  entry_quotes: 'entryQuotes',
  entry_characters: 'entryCharacters',
  entry_too_long: 'entryLong',
  entry_duplicate: 'entryTwice',
  no_entries: 'entryNone',
  term_file_unsupported: 'termFileKinds',
};

/** What is wrong with a term, or with a file of them; undefined if it is something else. */
export const entryReason = ({ reason, index }: PageFailure): string | undefined => {
  const key = MESSAGE_BY_REASON[reason];
  if (!key || index === undefined) return key && message(key);
  return message('entryRefused', { number: String(index + 1), reason: message(key) });
};

/** More rows would make the page slow; the search finds the others. */
const MAX_ROWS = 200;

/** The terms of a glossary as a table whose fields can be edited. */
interface EntryTable {
  show(entries: readonly Entry[]): void;
  entries(): readonly Entry[];
}

interface EntryTableEvents {
  /** A row has other contents; it is saved when both fields have some. */
  readonly onChange: (before: Entry, after: Entry) => void;
  readonly onRemove: (source: string) => void;
}

const createEntryTable = ({ onChange, onRemove }: EntryTableEvents): EntryTable => {
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

export const createGlossaryEditor = (events: GlossaryEditorEvents): GlossaryEditor => {
  const dialog = element('glossary-dialog', HTMLDialogElement);
  const form = element('glossary-add', HTMLFormElement);
  const source = element('glossary-source', HTMLInputElement);
  const target = element('glossary-target', HTMLInputElement);
  const file = element('glossary-file', HTMLInputElement);
  const trouble = element('glossary-trouble', HTMLElement);
  let edited: { readonly glossary: Glossary; readonly pair: Pair } | undefined;

  /** Does something with the glossary that is open, and shows its terms again. */
  const change = async (work: (id: string, pair: Pair) => Promise<void>): Promise<void> => {
    if (!edited) return;
    const { glossary, pair } = edited;
    trouble.textContent = '';
    try {
      await work(glossary.id, pair);
      await events.onChange();
    } catch (error) {
      tell(error);
    }
    await show(glossary, pair);
  };
  const show = async ({ id }: Glossary, pair: Pair): Promise<void> => {
    try {
      table.show(await fetchEntries(id, pair));
    } catch (error) {
      tell(error);
    }
  };
  const tell = (error: unknown): void => {
    const failure = asFailure(error);
    trouble.textContent = entryReason(failure) ?? events.describeFailure(failure);
  };
  const table = createEntryTable({
    onChange: ([before], [after, translation]) =>
      void change((id, pair) =>
        changeEntries(id, pair, {
          remove: before === after ? [] : [before],
          put: [[after, translation]],
        }),
      ),
    onRemove: (term) => void change((id, pair) => changeEntries(id, pair, { remove: [term] })),
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const entry: Entry = [source.value.trim(), target.value.trim()];
    if (entry.includes('')) return;
    form.reset();
    source.focus();
    void change((id, pair) => changeEntries(id, pair, { put: [entry] }));
  });
  element('glossary-import', HTMLButtonElement).addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    file.value = '';
    if (chosen) void change((id, pair) => importFile(id, pair, chosen));
  });
  element('glossary-export', HTMLButtonElement).addEventListener('click', () => {
    const name = `${edited?.glossary.name ?? 'glossary'}.csv`;
    saveFile(new Blob([toCsv(table.entries())], { type: 'text/csv;charset=utf-8' }), name);
  });
  element('glossary-delete', HTMLButtonElement).addEventListener('click', async () => {
    if (!edited || !confirm(`${message('glossaryDelete')}: ${edited.glossary.name}?`)) return;
    try {
      await deleteGlossary(edited.glossary.id);
      await events.onChange();
      dialog.close();
    } catch (error) {
      tell(error);
    }
  });
  element('glossary-close', HTMLButtonElement).addEventListener('click', () => dialog.close());

  return {
    async open(glossary, pair, names) {
      edited = { glossary, pair };
      element('glossary-title', HTMLElement).textContent = glossary.name;
      element('glossary-pair', HTMLElement).textContent = message('glossaryPair', names);
      trouble.textContent = '';
      table.show([]);
      dialog.showModal();
      await show(glossary, pair);
    },
  };
};

const toCsv = (entries: readonly Entry[]): string =>
  entries
    .map((entry) =>
      entry.map((term) => (/["\s,]/.test(term) ? `"${term.replaceAll('"', '""')}"` : term)).join(),
    )
    .join('\r\n');
