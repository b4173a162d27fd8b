import { element } from '../elements.js';
import { directionOf } from '../languages/languages.js';
import { message } from '../messages.js';
import { hasTags, isRightToLeft } from './shown-text.js';

/** The side with the text to translate. */
export interface SourcePane {
  text(): string;
  setText(text: string): void;
  /** A chosen language determines the direction unless the text is in another script; else the text does. */
  setLanguage(code: string | undefined, options: { readonly isChosen: boolean }): void;
  focus(): void;
  /** About where in the text it is that is at the top of what is seen. */
  visibleFrom(): number;
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
  const undo = element('undo', HTMLButtonElement);
  const panes = document.querySelector<HTMLElement>('.panes');
  let isComposing = false;
  let direction: 'ltr' | 'rtl' | 'auto' = 'auto';

  const show = () => {
    // Tags are read from left to right whatever stands between them, and a field that is typed into
    // has one direction for all.
    const ofScript = direction === 'ltr' && isRightToLeft(field.value) ? 'rtl' : direction;
    const ofText = hasTags(field.value) ? 'ltr' : ofScript;
    // Without a text, the hint is read, which is in the language of the page.
    field.dir = field.value === '' && ofText === 'auto' ? document.documentElement.dir : ofText;
    count.textContent = message('characters', { count: countCharacters(field.value) });
    clear.hidden = field.value === '';
    undo.hidden = true;
    panes?.classList.toggle('long', field.value.length > LONG_TEXT);
  };
  const replace = (text: string) => {
    field.value = text;
    field.scrollTop = 0;
    show();
    onReplaced();
  };
  let cleared = '';
  clear.addEventListener('click', () => {
    cleared = field.value;
    replace('');
    undo.hidden = false;
    field.focus();
  });
  undo.addEventListener('click', () => {
    replace(cleared);
    field.focus();
  });

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
  if (matchMedia('(hover: none)').matches) field.placeholder = message('sourceHintTouch');
  show();
  return {
    text: () => field.value,
    setText: replace,
    setLanguage(code, { isChosen }) {
      direction = isChosen ? directionOf(code) : 'auto';
      show();
      field.lang = code?.toLowerCase() ?? '';
    },
    focus: () => field.focus(),
    visibleFrom: () =>
      Math.floor((field.scrollTop / Math.max(1, field.scrollHeight)) * field.value.length),
  };
};

/** Unicode code points, the unit in which the service counts. */
const countCharacters = (text: string): number => {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
};
