import { saveFile } from '../documents/file-names.js';
import { element } from '../elements.js';
import { message } from '../messages/messages.js';
import { PageFailure } from '../service/failures.js';
import {
  changeEntries,
  deleteGlossary,
  type Entry,
  fetchEntries,
  type Glossary,
  importFile,
  type Pair,
} from '../service/glossaries.js';
import { entryReason } from './entry-reasons.js';
import { createEntryTable } from './entry-table.js';

/** The dialog in which a glossary is edited. Every change is saved at once. */
export interface GlossaryEditor {
  open(glossary: Glossary, pair: Pair, names: { source: string; target: string }): Promise<void>;
}

export interface GlossaryEditorEvents {
  /** Entries have changed, or the glossary is gone. */
  readonly onChange: () => void;
  readonly wordsOf: (failure: PageFailure) => string;
}

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
      events.onChange();
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
    const failure = error instanceof PageFailure ? error : new PageFailure('broken');
    trouble.textContent = entryReason(failure) ?? events.wordsOf(failure);
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
      dialog.close();
      events.onChange();
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
