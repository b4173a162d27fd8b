import { toFragment } from './address.js';
import { build, element } from './elements.js';
import { message } from './messages.js';

/** A translation that the browser keeps. */
export interface RecentTranslation {
  readonly text: string;
  readonly translation: string;
  /** Upper-case base code that was chosen; empty for detection. */
  readonly source: string;
  /** Upper-case code, with its variant. */
  readonly target: string;
}

interface Kept {
  /** Undefined until the user chooses. */
  readonly isOn?: boolean;
  readonly items: readonly RecentTranslation[];
}

const KEY = 'dragoman-recent';
const MAX_ITEMS = 30;
/** Browsers keep a few megabytes for a page. */
const MAX_TEXT_LENGTH = 10_000;

/**
 * Puts a translation before the others. The one before it goes where it was only a part of it: a text
 * is translated many times while it is typed.
 */
export const withRecent = (
  items: readonly RecentTranslation[],
  added: RecentTranslation,
): readonly RecentTranslation[] => {
  if (added.text.length > MAX_TEXT_LENGTH) return items;
  const [latest, ...older] = items;
  const isSameText =
    latest !== undefined &&
    latest.target === added.target &&
    (added.text.startsWith(latest.text.trimEnd()) || latest.text.startsWith(added.text.trimEnd()));
  const others = (isSameText ? older : items).filter(
    ({ text, target }) => text !== added.text || target !== added.target,
  );
  return [added, ...others].slice(0, MAX_ITEMS);
};

/** What the browser keeps; nothing if it must not, or if that cannot be read. */
const recallRecent = (): Kept => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    const items = Array.isArray(kept.items) ? kept.items.filter(isRecent) : [];
    return { items, ...(typeof kept.isOn === 'boolean' && { isOn: kept.isOn }) };
  } catch {
    return { items: [] };
  }
};

const isRecent = (item: unknown): item is RecentTranslation =>
  ['text', 'translation', 'source', 'target'].every(
    (name) => typeof Object(item)[name] === 'string',
  );

/** Keeps this, if the browser allows it. */
const keepRecentTranslations = (kept: Kept): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The page also works without storage.
  }
};

/** The recent translations, in a list on the page. */
interface RecentPanel {
  /** Takes a translation that is shown. */
  add(translation: RecentTranslation): void;
}

/**
 * @param isOnByDefault whether to keep translations of somebody who has not chosen
 * @param say announces what has happened
 */
export const createRecentPanel = (
  isOnByDefault: boolean,
  say: (text: string) => void,
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
