import { build, element } from '../common/elements.js';
import { message } from '../messages/messages.js';
import type { TargetPane } from '../panes/target-pane.js';
import type { TextRange } from '../panes/text-mirror.js';
import type { TranslationRequest } from '../service/api.js';
import { fetchWordings } from '../service/wordings.js';
import { compareWordings } from './compare-wordings.js';
import { wordAt, wordsIn } from './word-at.js';

export interface WordingsContext {
  readonly target: TargetPane;
  /** The request whose translation is shown; undefined if there is none. */
  readonly request: () => TranslationRequest | undefined;
  /** Announces what has happened. */
  readonly say: (words: string) => void;
}

/** Offers other wordings where a word of the translation is clicked, or Enter is pressed on it. */
export const offerWordings = ({ target, request, say }: WordingsContext): void => {
  const field = element('result', HTMLTextAreaElement);
  const list = build('div', { className: 'wordings', hidden: true });
  list.setAttribute('role', 'dialog');
  element('result-pane', HTMLElement).append(list);
  let looking = new AbortController();

  const close = () => {
    looking.abort();
    list.hidden = true;
  };
  const leave = () => {
    close();
    field.focus();
  };
  const open = async ({ isSelection = false } = {}) => {
    const position = field.selectionStart;
    const word = wordAt(field.value, position, field.lang);
    const asked = request();
    const sentence = target.sentenceAt(position);
    // Who selects a part of the translation wants to copy it.
    if (!isSelection && field.selectionEnd !== position) return;
    if (!word || !asked || !sentence) return;
    looking.abort();
    looking = new AbortController();
    const { signal } = looking;
    const title = message('wordingsOf', { word: field.value.slice(word.start, word.end) });
    const state = build('p', { textContent: message('wordingsLoading') });
    state.setAttribute('role', 'status');
    const closer = build('button', {
      ...{ type: 'button', className: 'tool', textContent: message('close') },
    });
    closer.addEventListener('click', leave);
    list.ariaLabel = title;
    list.replaceChildren(build('h2', { textContent: title }), state, closer);
    place(word);
    closer.focus();
    try {
      const wordings = await fetchWordings({ ...asked, text: sentence.sourceText }, signal);
      const choices = wordings.map((wording) => choiceOf(sentence.targetText, wording));
      for (const [index, choice] of choices.entries()) {
        choice.lang = field.lang;
        choice.addEventListener('click', () => {
          target.replaceSentence(sentence.index, wordings[index] ?? '');
          say(message('wordingChosen'));
          leave();
        });
      }
      if (choices.length === 0) state.textContent = message('wordingsNone');
      else state.replaceWith(...choices);
      choices[0]?.focus();
    } catch {
      if (!signal.aborted) state.textContent = message('wordingsNone');
    }
  };
  /** Goes to another word: a field that is only read shows no caret. @returns whether it did */
  const selectWord = (key: string): boolean => {
    const [back, forth] =
      field.dir === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    if (key !== back && key !== forth && key !== 'Home') return false;
    const words = wordsIn(field.value, field.lang);
    const at = field.selectionStart;
    const isFresh = field.selectionEnd === at;
    const next =
      key === 'Home'
        ? words[0]
        : key === back
          ? words.findLast(({ start }) => start < at)
          : words.find(({ start }) => (isFresh ? start >= at : start > at));
    if (next) field.setSelectionRange(next.start, next.end);
    return true;
  };
  const place = (word: TextRange) => {
    list.hidden = false;
    const at = target.placeOf(word);
    const pane = element('result-pane', HTMLElement).getBoundingClientRect();
    if (!at) return;
    list.style.top = `${at.bottom - pane.top + 6}px`;
    const rightmost = pane.width - list.offsetWidth - 12;
    list.style.left = `${Math.max(12, Math.min(at.left - pane.left, rightmost))}px`;
  };

  field.addEventListener('click', () => void open());
  field.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter') void open({ isSelection: true });
    else if (!selectWord(event.key)) return;
    event.preventDefault();
  });
  list.addEventListener('keydown', (event) => {
    const buttons = [...list.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Escape') leave();
    else if (event.key === 'ArrowDown') buttons[Math.min(at + 1, buttons.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') buttons[Math.max(at - 1, 0)]?.focus();
    else return;
    event.preventDefault();
  });
  list.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !list.contains(relatedTarget)) close();
  });
  document.addEventListener('pointerdown', ({ target: touched }) => {
    if (touched instanceof Node && !list.contains(touched)) close();
  });
};

/** A wording as a button, with what is different marked. */
const choiceOf = (current: string, wording: string): HTMLButtonElement =>
  build(
    'button',
    { type: 'button', className: 'wording', dir: 'auto' },
    ...compareWordings(current, wording).map(({ text, isNew }) =>
      isNew ? build('strong', { textContent: text }) : text,
    ),
  );
