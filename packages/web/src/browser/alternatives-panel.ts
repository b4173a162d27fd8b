import type { PageWordChoice } from '@dragoman/contract';
import { modelGroup, sentenceGroup, wordGroup } from './alternative-groups.js';
import { build, element } from './elements.js';
import { message } from './messages.js';
import {
  fetchAlternatives,
  fetchModelWords,
  fetchWithWord,
  fetchWordChoices,
} from './service/alternatives.js';
import type { TranslationRequest } from './service/api.js';
import { asFailure, type PageFailure } from './service/failures.js';
import type { ShownSentence, TargetPane } from './translator/target-pane.js';
import type { TextRange } from './translator/text-mirror.js';

interface AlternativesContext {
  readonly target: TargetPane;
  /** The request whose translation is shown; undefined if there is none. */
  readonly request: () => TranslationRequest | undefined;
  /** Announces what has happened. */
  readonly say: (text: string) => void;
  readonly describeFailure: (failure: PageFailure) => string;
}

/** The sentence with another word, and nothing else changed: a capital at the start stays one. */
export const replaceWord = ({ targetText, word }: ShownSentence, other: string): string => {
  const old = targetText.slice(word.start, word.end);
  const isCapital = /^\p{Lu}/u.test(old) && old !== old.toUpperCase();
  const written = isCapital ? other.replace(/^./u, (letter) => letter.toUpperCase()) : other;
  return targetText.slice(0, word.start) + written + targetText.slice(word.end);
};

/** Whether a translation has a word, in whatever letters. */
export const hasWord = (translation: string, word: string): boolean =>
  translation.toLowerCase().includes(word.toLowerCase());

/** The words of a text, in order. */
const wordsIn = (text: string, language: string): readonly TextRange[] =>
  [...new Intl.Segmenter(language || undefined, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ start: index, end: index + segment.length }));

/** The word at a position, or else the one before it. */
export const wordAt = (text: string, position: number, language: string): TextRange | undefined => {
  const words = wordsIn(text, language);
  return (
    words.find(({ start, end }) => start <= position && position < end) ??
    words.findLast(({ end }) => end <= position)
  );
};

/** Offers other words and alternatives where a word of the translation is clicked, or Enter is pressed on it. */
export const offerAlternatives = ({
  target,
  request,
  say,
  describeFailure,
}: AlternativesContext): void => {
  const field = element('result', HTMLTextAreaElement);
  const list = build('div', { className: 'alternatives', hidden: true });
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
    const sentence = word && target.sentenceAt(word);
    // Not for a selection: the user is copying.
    if (!isSelection && field.selectionEnd !== position) return;
    if (!word || !asked || !sentence) return;
    looking.abort();
    looking = new AbortController();
    const { signal } = looking;
    const title = message('alternativesOf', { word: field.value.slice(word.start, word.end) });
    const state = build('p', { textContent: message('alternativesLoading') });
    state.setAttribute('role', 'status');
    const closer = build('button', {
      type: 'button',
      className: 'tool',
      textContent: message('close'),
    });
    closer.addEventListener('click', leave);
    list.ariaLabel = title;
    const [ofWord, ofModel, ofWhole] = [build('div'), build('div'), build('div')];
    const heading = build('h2', { textContent: title });
    list.replaceChildren(heading, ofWord, ofModel, ofWhole, state, closer);
    place(word);
    closer.focus();

    const { index, sourceText, targetText } = sentence;
    const languages = { source: asked.sourceCode?.toLowerCase() ?? '', target: field.lang };
    const ofSentence = { ...asked, text: sourceText };
    const replaceBy = (alternative: string) => {
      target.replaceSentence(index, alternative);
      say(message('alternativeChosen'));
      leave();
    };
    const require = async (choice: PageWordChoice, required: string) => {
      const words = { word: choice.word, required };
      const adapted = await fetchWithWord(ofSentence, words, signal).catch(() => '');
      if (signal.aborted) return;
      replaceBy(hasWord(adapted, required) ? adapted : replaceWord(sentence, required));
    };
    const add = (part: HTMLElement, groups: readonly HTMLElement[]) => {
      if (signal.aborted) return;
      part.append(...groups);
      if (document.activeElement === closer) list.querySelector('button')?.focus();
    };
    const clicked = { translation: targetText, ...sentence.word };
    const addWords = async () => {
      const found = await fetchWordChoices(ofSentence, clicked, signal);
      const choices = withoutPresent(found, sentence);
      for (const kind of ['glossary', 'dictionary'] as const) {
        add(ofWord, wordGroup(kind, choices, languages, require));
      }
    };
    const addModelWords = async () => {
      const words = await fetchModelWords(ofSentence, clicked, signal);
      add(ofModel, modelGroup(words, languages, replaceBy));
    };
    const addSentences = async () => {
      const alternatives = await fetchAlternatives(ofSentence, signal);
      add(ofWhole, sentenceGroup(targetText, alternatives, languages, replaceBy));
    };
    const outcomes = await Promise.allSettled([addWords(), addModelWords(), addSentences()]);
    if (signal.aborted) return;
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (list.querySelector('h3')) state.remove();
    else if (failures.length > 0) state.textContent = describeFailure(asFailure(failures[0]));
    else state.textContent = message('alternativesNone');
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

/** What else there is than the words that stand there: “por favor” is no other word for its “Por”. */
export const withoutPresent = (
  choices: readonly PageWordChoice[],
  { targetText, word }: Pick<ShownSentence, 'targetText' | 'word'>,
): readonly PageWordChoice[] =>
  choices
    .map((choice) => ({
      ...choice,
      translations: choice.translations.filter(
        (translation) => !stands(translation.toLowerCase(), targetText.toLowerCase(), word),
      ),
    }))
    .filter(({ translations }) => translations.length > 0);

/** Whether words are in a text as a whole, and a place is within them. */
const stands = (words: string, text: string, { start, end }: TextRange): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const isWhole = !/^[\p{L}\p{N}]/u.test(text.slice(at + words.length));
    if (at <= start && end <= at + words.length && isWhole) return true;
  }
  return false;
};
