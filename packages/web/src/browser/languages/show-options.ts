import { build } from '../elements.js';
import type { LanguageItem, LanguageSection } from './search-languages.js';

/** Fills a listbox. @returns the items in the order in which they are shown */
export const showOptions = (
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
