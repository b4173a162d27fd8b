import { copyText } from '../common/copy-text.js';
import { element } from '../common/elements.js';
import { directionOf } from '../languages/languages.js';
import { asItIs, isolateTags } from './shown-text.js';

export interface AboutTranslation {
  /** Upper-case code of its language. */
  readonly code: string;
  /** A note about it; empty if there is none. */
  readonly note: string;
}

/** The side with the translation. */
export interface TargetPane {
  text(): string;
  /** The translation shown is being replaced. */
  setBusy(isBusy: boolean): void;
  showTranslation(text: string, about: AboutTranslation): void;
  /**
   * Shows what went wrong; a remedy, by default to try again, is offered where it may help. The translation shown is marked as
   * outdated, and can no longer be copied or saved with the buttons.
   */
  showTrouble(words: string, remedy?: () => void, label?: string): void;
  clear(): void;
  /** Sets the direction and language of the next translation. */
  setLanguage(code: string): void;
  copy(): Promise<void>;
}

export const createTargetPane = (say: (words: string) => void): TargetPane => {
  const pane = element('result-pane', HTMLElement);
  const field = element('result', HTMLTextAreaElement);
  const note = element('note', HTMLElement);
  const trouble = element('trouble', HTMLElement);
  const copyButton = element('copy', HTMLButtonElement);
  const saveButton = element('save', HTMLButtonElement);
  const copyLabel = element('copy-label', HTMLElement);

  let content = asItIs('');
  const text = (): string => content.slice(0, content.shown.length);
  const selectedText = (): string => content.slice(field.selectionStart, field.selectionEnd);

  /** What belongs to an older text can be read, but neither copied nor saved with the buttons. */
  const setUsable = (isUsable: boolean) => {
    copyButton.disabled = !isUsable;
    saveButton.disabled = !isUsable;
  };
  const setText = (text: string) => {
    content = field.dir === 'rtl' ? isolateTags(text) : asItIs(text);
    field.value = content.shown;
    pane.classList.remove('old');
    setUsable(text !== '');
    copyLabel.textContent = 'Copy';
  };
  const setLanguage = (code: string) => {
    field.dir = directionOf(code);
    field.lang = code.toLowerCase();
  };
  const copy = async () => {
    if (copyButton.disabled) return;
    const isCopied = await copyText(text(), field);
    copyLabel.textContent = isCopied ? 'Copied' : 'Copy';
    say(
      isCopied
        ? 'The translation was copied.'
        : 'The browser does not allow copying. Select the translation and copy it yourself.',
    );
  };
  field.addEventListener('copy', (event) => {
    if (selectedText() === '') return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', selectedText());
  });
  field.addEventListener('dragstart', (event) => {
    event.dataTransfer?.setData('text/plain', selectedText());
  });
  copyButton.addEventListener('click', () => void copy());
  copyButton.addEventListener('blur', () => {
    copyLabel.textContent = 'Copy';
  });
  return {
    text,
    setBusy(isBusy) {
      pane.classList.toggle('busy', isBusy);
      pane.setAttribute('aria-busy', String(isBusy));
    },
    showTranslation(text, about) {
      setLanguage(about.code);
      setText(text);
      note.textContent = about.note;
      trouble.replaceChildren();
    },
    showTrouble(words, remedy, label = 'Try again') {
      pane.classList.toggle('old', field.value !== '');
      setUsable(false);
      // The same words are not read aloud again after every attempt.
      const isShown = trouble.querySelector('p')?.textContent === words;
      if (isShown && remedy && trouble.querySelector('button')?.textContent === label) return;
      const message = document.createElement('p');
      message.textContent = words;
      trouble.replaceChildren(message);
      if (!remedy) return;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.addEventListener('click', remedy);
      trouble.append(button);
    },
    clear() {
      setText('');
      note.textContent = '';
      trouble.replaceChildren();
    },
    setLanguage(code) {
      if (field.value === '') setLanguage(code);
    },
    copy,
  };
};
