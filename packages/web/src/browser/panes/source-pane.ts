import { element } from '../common/elements.js';
import { directionOf } from '../languages/languages.js';
import type { OpenedFile } from './files.js';
import { hasTags } from './shown-text.js';

/** The side with the text to translate. */
export interface SourcePane {
  text(): string;
  /** Name and kind of the file the text came from, until it is closed. */
  file(): Pick<OpenedFile, 'name' | 'isHtml'> | undefined;
  setText(text: string): void;
  showFile(file: OpenedFile): void;
  /** A chosen language determines the direction; otherwise the text does. */
  setLanguage(code: string | undefined, options: { readonly isChosen: boolean }): void;
  focus(): void;
}

/** Texts from this length are shown in a smaller font. */
const LONG_TEXT = 400;

export const createSourcePane = ({
  onTyping,
  onReplaced,
}: {
  /** The user is typing: more may follow. */
  readonly onTyping: () => void;
  /** The whole text was replaced or removed. */
  readonly onReplaced: () => void;
}): SourcePane => {
  const field = element('text', HTMLTextAreaElement);
  const count = element('count', HTMLElement);
  const clear = element('clear', HTMLButtonElement);
  const chip = element('chip', HTMLElement);
  const panes = document.querySelector<HTMLElement>('.panes');
  const number = new Intl.NumberFormat('en');
  let file: Pick<OpenedFile, 'name' | 'isHtml'> | undefined;
  let isComposing = false;
  let direction: 'ltr' | 'rtl' | 'auto' = 'auto';

  const show = () => {
    // Tags are read from left to right whatever stands between them, and a field that is typed into
    // has one direction for all.
    field.dir = file?.isHtml || hasTags(field.value) ? 'ltr' : direction;
    const characters = countCharacters(field.value);
    count.textContent = `${number.format(characters)} ${characters === 1 ? 'character' : 'characters'}`;
    // The button of the file closes it and also clears the field.
    clear.hidden = field.value === '' || file !== undefined;
    panes?.classList.toggle('long', field.value.length > LONG_TEXT);
  };
  const setFile = (opened: typeof file) => {
    file = opened;
    chip.hidden = opened === undefined;
    element('chip-name', HTMLElement).textContent = opened?.name ?? '';
  };
  const replace = (text: string) => {
    field.value = text;
    field.scrollTop = 0;
    show();
    onReplaced();
  };
  const empty = () => {
    setFile(undefined);
    replace('');
    field.focus();
  };

  field.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  field.addEventListener('compositionend', () => {
    isComposing = false;
    onTyping();
  });
  field.addEventListener('input', () => {
    show();
    // While an input method composes a character (Korean, Japanese), there is no text yet.
    if (!isComposing) onTyping();
  });
  clear.addEventListener('click', empty);
  element('chip-close', HTMLButtonElement).addEventListener('click', empty);
  show();
  return {
    text: () => field.value,
    file: () => file,
    setText: replace,
    showFile(opened) {
      setFile({ name: opened.name, isHtml: opened.isHtml });
      replace(opened.text);
    },
    setLanguage(code, { isChosen }) {
      direction = isChosen ? directionOf(code) : 'auto';
      show();
      field.lang = code?.toLowerCase() ?? '';
    },
    focus: () => field.focus(),
  };
};

/** Unicode code points, the unit in which the service counts. */
const countCharacters = (text: string): number => {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
};
