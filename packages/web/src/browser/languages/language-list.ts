import { build, element } from '../elements.js';
import { message } from '../messages.js';
import { type LanguageItem, type LanguageSection, searchLanguages } from './search-languages.js';

/** A button with the chosen language, and its list with a search. */
interface LanguageList {
  /** Base code of the chosen language. */
  value(): string;
  setValue(base: string): void;
  /** Whether this language can be chosen. */
  has(base: string): boolean;
  /** Sets what the list offers. */
  offer(sections: readonly LanguageSection[]): void;
}

interface LanguageListEvents {
  /** Called when the user has chosen another language, with the previous one. */
  readonly onChoose: (before: string) => void;
  /** Called when the user has chosen a language that is not installed. */
  readonly onMissing: (base: string) => void;
}

/** Fills a listbox. @returns the items in the order in which they are shown */
const showOptions = (
  list: HTMLElement,
  sections: readonly LanguageSection[],
  chosen: string,
): readonly LanguageItem[] => {
  const shown: LanguageItem[] = [];
  let isMarked = false;
  list.replaceChildren(
    ...sections.map(({ heading, items }) => {
      const options = items.map((item) => {
        const isChosen = item.base === chosen && !isMarked;
        isMarked ||= isChosen;
        shown.push(item);
        return optionOf(item, `${list.id}-${shown.length}`, isChosen);
      });
      const group = build('div', { className: 'group' });
      if (heading === '') {
        group.setAttribute('role', 'presentation');
        group.append(...options);
        return group;
      }
      group.setAttribute('role', 'group');
      group.ariaLabel = heading;
      const title = build('div', {
        className: 'heading',
        textContent: heading,
        ariaHidden: 'true',
      });
      group.append(title, ...options);
      return group;
    }),
  );
  return shown;
};

const optionOf = (
  { base, name, hint, state }: LanguageItem,
  id: string,
  isChosen: boolean,
): HTMLElement => {
  const option = build(
    'div',
    { id, className: `option ${state}`, ariaSelected: String(isChosen) },
    build('span', { className: 'name', textContent: name }),
  );
  option.setAttribute('role', 'option');
  option.dataset.base = base;
  if (state === 'unreachable') option.ariaDisabled = 'true';
  if (hint !== '') option.append(' ', build('span', { className: 'way', textContent: hint }));
  return option;
};

/**
 * The list of the button with this id, as a combobox with a listbox:
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export const createLanguageList = (
  id: 'source' | 'target',
  { onChoose, onMissing }: LanguageListEvents,
): LanguageList => {
  const button = element(id, HTMLButtonElement);
  const picker = element(`${id}-picker`, HTMLElement);
  const search = build('input', {
    type: 'text',
    className: 'search',
    placeholder: message('searchLanguages'),
    ariaLabel: message('searchLanguages'),
    autocomplete: 'off',
    spellcheck: false,
  });
  const list = build('div', { id: `${id}-list`, className: 'options', tabIndex: -1 });
  const found = build('p', { className: 'unseen' });
  const popup = build('div', { className: 'popup', hidden: true }, search, list, found);
  const set = (part: HTMLElement, attributes: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  };
  set(popup, { role: 'dialog', 'aria-labelledby': `${id}-label` });
  set(search, {
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
  });
  set(list, { role: 'listbox', 'aria-labelledby': `${id}-label` });
  found.setAttribute('role', 'status');
  picker.append(popup);

  let sections: readonly LanguageSection[] = [];
  let chosen = '';
  /** The items shown, in order, and which of them Enter chooses. */
  let shown: readonly LanguageItem[] = [];
  let active = -1;

  const itemOf = (base: string) =>
    sections.flatMap(({ items }) => items).find((item) => item.base === base);

  const activate = (index: number) => {
    active = index;
    const options = list.querySelectorAll('[role=option]');
    for (const [at, option] of options.entries()) option.classList.toggle('active', at === index);
    const option = options[index];
    search.setAttribute('aria-activedescendant', option?.id ?? '');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const show = () => {
    const isSearch = search.value.trim() !== '';
    const results = isSearch ? searchLanguages(distinct(sections), search.value) : [];
    const offered = isSearch ? [{ heading: '', items: results }] : sections;
    shown = showOptions(list, offered, chosen);
    const start = isSearch ? 0 : shown.findIndex(({ base }) => base === chosen);
    activate(Math.min(Math.max(start, 0), shown.length - 1));
    found.textContent = isSearch ? message('languagesFound', { count: results.length }) : '';
  };
  const open = (query = '') => {
    popup.hidden = false;
    button.ariaExpanded = 'true';
    search.value = query;
    search.focus();
    show();
  };
  const close = () => {
    popup.hidden = true;
    button.ariaExpanded = 'false';
  };
  const choose = (item: LanguageItem | undefined) => {
    if (!item || item.state === 'unreachable') return;
    close();
    button.focus();
    if (item.state === 'missing') {
      onMissing(item.base);
      return;
    }
    const before = chosen;
    setValue(item.base);
    onChoose(before);
  };
  const setValue = (base: string) => {
    chosen = base;
    const name = itemOf(base)?.name ?? base;
    element(`${id}-name`, HTMLElement).textContent = name;
    button.value = base;
  };

  button.addEventListener('click', () => {
    if (popup.hidden) open();
    else close();
  });
  button.addEventListener('keydown', (event) => {
    const isLetter =
      /^\p{L}$/u.test(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (!isLetter && event.key !== 'ArrowDown') return;
    event.preventDefault();
    open(isLetter ? event.key : '');
  });
  const byKey: Readonly<Record<string, () => void>> = {
    ArrowDown: () => activate(Math.min(active + 1, shown.length - 1)),
    ArrowUp: () => activate(Math.max(active - 1, 0)),
    PageDown: () => activate(Math.min(active + 8, shown.length - 1)),
    PageUp: () => activate(Math.max(active - 8, 0)),
    Enter: () => choose(shown[active]),
    Escape() {
      close();
      button.focus();
    },
  };
  search.addEventListener('keydown', (event) => {
    const action = event.isComposing ? undefined : byKey[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
  search.addEventListener('input', show);
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role=option]') : null;
    if (option) choose(shown[[...list.querySelectorAll('[role=option]')].indexOf(option)]);
  });
  picker.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && picker.contains(relatedTarget))) close();
  });

  return {
    value: () => chosen,
    setValue,
    has: (base) => itemOf(base)?.state === 'usable',
    offer(offered) {
      sections = offered.filter(({ items }) => items.length > 0);
      setValue(chosen);
      if (!popup.hidden) show();
    },
  };
};

/** Recently used languages are in two sections. */
const distinct = (sections: readonly LanguageSection[]): readonly LanguageItem[] => [
  ...new Map(sections.flatMap(({ items }) => items.map((item) => [item.base, item]))).values(),
];
