import { copyText } from './copy-text.js';
import { build, element, radios } from './elements.js';
import { message } from './messages/messages.js';
import { CODE_LANGUAGES, codeOf, KEY_VARIABLE } from './request-code.js';
import type { TranslationRequest } from './service/api.js';

/** Shows the latest request as code, in the language that is chosen. */
export interface CodePanel {
  /** Shows this request; undefined if there is none. */
  showRequest(request: TranslationRequest | undefined): void;
}

export const createCodePanel = (say: (words: string) => void): CodePanel => {
  const panel = element('code', HTMLDetailsElement);
  const field = element('code-text', HTMLTextAreaElement);
  let current: TranslationRequest | undefined;

  const show = () => {
    panel.hidden = current === undefined;
    const chosen = radios('code-language').find((radio) => radio.checked)?.value;
    const language = CODE_LANGUAGES.find((one) => one === chosen) ?? CODE_LANGUAGES[0];
    const server = new URL('.', location.href).href.replace(/\/$/, '');
    field.value = current && panel.open ? codeOf(language, current, server) : '';
    field.rows = field.value.split('\n').length;
  };
  element('code-languages', HTMLElement).append(
    ...CODE_LANGUAGES.map((language, index) => {
      const properties = { type: 'radio', name: 'code-language', value: language };
      return build('label', {}, build('input', { ...properties, checked: index === 0 }), language);
    }),
  );
  element('code-key', HTMLElement).textContent = message('codeKey', { variable: KEY_VARIABLE });
  panel.addEventListener('toggle', show);
  panel.addEventListener('change', show);
  element('code-copy', HTMLButtonElement).addEventListener('click', async () => {
    say(message((await copyText(field.value, field)) ? 'codeCopied' : 'copyRefused'));
  });
  return {
    showRequest(request) {
      current = request;
      show();
    },
  };
};
