import type { PageTermPlace } from '@dragoman/contract';
import { keepChoices, recallChoices } from './choices.js';
import { element } from './elements.js';
import { createGlossaryEditor } from './glossary-editor.js';
import { baseOf } from './languages/languages.js';
import { message } from './messages.js';
import { asFailure, isAway, type PageFailure } from './service/failures.js';
import {
  createGlossary,
  fetchGlossaries,
  fetchPlaces,
  type Glossary,
} from './service/glossaries.js';

/** The value of the choice that creates a glossary. */
const NEW = 'new';

/** The glossary that translations use. */
export interface GlossaryChoice {
  /**
   * Loads the glossaries; visitors who may not see them see nothing of it. Waits only where one was
   * chosen before.
   *
   * @throws PageFailure where one was chosen before and cannot be loaded now
   */
  load(): Promise<void>;
  /** The id of the chosen glossary, if it has terms for these languages; for any source if it is not known. */
  idFor(sourceCode: string | undefined, targetCode: string): string | undefined;
  /** The language of the text, chosen or detected. */
  setSource(code: string | undefined): void;
  /** Where the terms of the chosen glossary are. Never rejects: without marks it is a translation. */
  placesIn(
    texts: { readonly text: string; readonly translation: string },
    signal: AbortSignal,
  ): Promise<readonly PageTermPlace[]>;
}

interface GlossaryContext {
  readonly targetCode: () => string;
  readonly nameOf: (code: string) => string;
  readonly describeFailure: (failure: PageFailure) => string;
  /** Another glossary, or other terms. */
  readonly onChange: () => void;
}

export const createGlossaryChoice = (context: GlossaryContext): GlossaryChoice => {
  const part = element('glossary', HTMLElement);
  const select = element('glossary-choice', HTMLSelectElement);
  const edit = element('glossary-edit', HTMLButtonElement);
  const form = element('glossary-new', HTMLFormElement);
  const name = element('glossary-name', HTMLInputElement);
  let glossaries: readonly Glossary[] = [];
  let sourceCode: string | undefined;

  const chosen = (): Glossary | undefined => glossaries.find(({ id }) => id === select.value);
  const show = (): void => {
    form.hidden = select.value !== NEW;
    edit.hidden = chosen() === undefined;
    edit.disabled = sourceCode === undefined;
    edit.title = edit.disabled ? message('glossaryNeedsSource') : '';
  };
  const list = (id: string): void => {
    select.replaceChildren(
      new Option(message('glossaryNone'), ''),
      ...glossaries.map((glossary) => new Option(glossary.name, glossary.id)),
      new Option(message('glossaryNew'), NEW),
    );
    select.value = glossaries.some((glossary) => glossary.id === id) ? id : '';
    show();
  };
  const load = async (id = select.value): Promise<void> => {
    glossaries = await fetchGlossaries();
    part.hidden = false;
    list(id);
  };
  const choose = (id: string): void => {
    keepChoices({ glossary: id });
    show();
    context.onChange();
  };
  const pairNow = () => {
    const target = baseOf(context.targetCode());
    return { source: sourceCode ?? '', target };
  };

  const editor = createGlossaryEditor({
    describeFailure: context.describeFailure,
    async onChange() {
      await load();
      choose(select.value);
    },
  });
  select.addEventListener('change', () => {
    if (select.value !== NEW) choose(select.value);
    show();
    if (select.value === NEW) name.focus();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (name.value.trim() === '') return;
    try {
      const created = await createGlossary(name.value.trim());
      form.reset();
      await load(created.id);
      choose(created.id);
      if (!edit.disabled) edit.click();
    } catch (error) {
      name.setCustomValidity(context.describeFailure(asFailure(error)));
      name.reportValidity();
    }
  });
  name.addEventListener('input', () => name.setCustomValidity(''));
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    form.reset();
    list(recallChoices().glossary);
    select.focus();
  });
  edit.addEventListener('click', () => {
    const glossary = chosen();
    if (!glossary) return;
    const pair = pairNow();
    const names = { source: context.nameOf(pair.source), target: context.nameOf(pair.target) };
    void editor.open(glossary, pair, names);
  });

  return {
    async load() {
      const wanted = select.value || recallChoices().glossary;
      const loaded = load(wanted).catch((error: unknown) => {
        // A translation without the terms that were chosen would be taken for one with them.
        if (wanted !== '' && isAway(asFailure(error))) throw error;
      });
      if (wanted !== '') await loaded;
    },
    idFor(source, target) {
      const glossary = chosen();
      const isThere = glossary?.dictionaries.some(
        (pair) =>
          (source === undefined || pair.source === source) && pair.target === baseOf(target),
      );
      return isThere ? glossary?.id : undefined;
    },
    setSource(code) {
      sourceCode = code;
      show();
    },
    async placesIn(texts, signal) {
      const glossary = chosen();
      if (!glossary) return [];
      return fetchPlaces(glossary.id, pairNow(), texts, signal).catch(() => []);
    },
  };
};
