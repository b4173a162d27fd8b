import { toFragment } from './address.js';
import { build, element } from './elements.js';
import { message } from './messages/messages.js';
import {
  keepRecentTranslations,
  type RecentTranslation,
  recallRecent,
  withRecent,
} from './recent-store.js';

/** The recent translations, in a list on the page. */
export interface RecentPanel {
  /** Takes a translation that is shown. */
  add(translation: RecentTranslation): void;
}

/**
 * @param isOnByDefault whether to keep translations of somebody who has not chosen
 * @param say announces what has happened
 */
export const createRecentPanel = (
  isOnByDefault: boolean,
  say: (words: string) => void,
): RecentPanel => {
  const list = element('recent-list', HTMLUListElement);
  const toggle = element('recent-on', HTMLInputElement);
  const clear = element('recent-clear', HTMLButtonElement);
  const none = element('recent-none', HTMLElement);

  const show = () => {
    const { items } = recallRecent();
    list.replaceChildren(...items.map(rowOf));
    none.hidden = items.length > 0;
    clear.disabled = items.length === 0;
  };
  const isOn = () => recallRecent().isOn ?? isOnByDefault;
  toggle.checked = isOn();
  toggle.addEventListener('change', () => {
    keepRecentTranslations({ isOn: toggle.checked, items: [] });
    show();
  });
  clear.addEventListener('click', () => {
    keepRecentTranslations({ isOn: isOn(), items: [] });
    show();
    say(message('recentDeleted'));
  });
  // Another tab of the page may have changed it.
  window.addEventListener('storage', () => {
    toggle.checked = isOn();
    show();
  });
  show();
  return {
    add(translation) {
      if (!isOn()) return;
      const { items, ...rest } = recallRecent();
      keepRecentTranslations({ ...rest, items: withRecent(items, translation) });
      show();
    },
  };
};

/** A link with the text and the languages, which the page takes from its address. */
const rowOf = ({ text, translation, source, target }: RecentTranslation): HTMLLIElement =>
  build(
    'li',
    {},
    build(
      'a',
      { href: toFragment({ text, source, target }) },
      build('span', { textContent: text, dir: 'auto' }),
      build('span', { textContent: translation, dir: 'auto', lang: target.toLowerCase() }),
    ),
  );
