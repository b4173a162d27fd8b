import type { PageTermPlace } from '@dragoman/contract';
import { build, copyText, element } from '../elements.js';
import { directionOf } from '../languages/languages.js';
import { message } from '../messages.js';
import type { SentencePair } from '../service/api.js';
import { asItIs, isolateTags } from './shown-text.js';
import {
  createTextMirror,
  type NamedRange,
  type TextMirror,
  type TextRange,
} from './text-mirror.js';

interface AboutTranslation {
  /** Upper-case code of its language. */
  readonly code: string;
  /** A note about it; empty if there is none. */
  readonly note: string;
  /** What can be done about what the note says. */
  readonly offer?: { readonly label: string; readonly accept: () => void } | undefined;
  /** The text that was translated, and which sentence became which; empty if that is not known. */
  readonly sourceText: string;
  readonly pairs: readonly SentencePair[];
  /** Whether more is to come: what there is can be read, but neither copied nor saved with the buttons. */
  readonly isPart?: boolean;
}

/** A sentence of the translation, and a word of it. */
export interface ShownSentence {
  readonly index: number;
  readonly sourceText: string;
  readonly targetText: string;
  /** Where the word is in the sentence. */
  readonly word: TextRange;
}

/** The side with the translation. */
export interface TargetPane {
  text(): string;
  /** The translation shown is being replaced. */
  setBusy(isBusy: boolean): void;
  showTranslation(text: string, about: AboutTranslation): void;
  /** Marks terms of a glossary in the translation that is shown. */
  showTerms(places: readonly PageTermPlace[]): void;
  /**
   * Shows what went wrong; a remedy, by default to try again, is offered where it may help. The translation shown is marked as
   * outdated, and can no longer be copied or saved with the buttons.
   */
  showTrouble(text: string, remedy?: () => void, label?: string): void;
  /** Another note in the place of the one that is shown. */
  showNote(text: string): void;
  clear(): void;
  /** The sentence of a word of the field; undefined if sentences are not known. */
  sentenceAt(word: TextRange): ShownSentence | undefined;
  /** Where a range of the field is, in the window. */
  placeOf(range: TextRange): DOMRect | undefined;
  /** Puts an alternative in the place of a sentence. */
  replaceSentence(index: number, alternative: string): void;
  /** Sets the direction and language of the next translation. */
  setLanguage(code: string): void;
  copy(): Promise<void>;
}

/** Marks a sentence and its translation together, and scrolls both sides together. */
interface SentencePartners {
  /** Takes what both sides show now. */
  show(pairs: readonly SentencePair[]): void;
  /** Marks words of the translation, and names them under the pointer. */
  showNames(names: readonly NamedRange[]): void;
  /** The sentence of the translation at a position. */
  indexAt(position: number): number | undefined;
  /** Where a range of the translation is, in the window. */
  placeOf(range: TextRange): DOMRect | undefined;
}

type Side = keyof SentencePair;

const createSentencePartners = (): SentencePartners => {
  const fields = {
    source: element('text', HTMLTextAreaElement),
    target: element('result', HTMLTextAreaElement),
  };
  const mirrors: Readonly<Record<Side, TextMirror>> = {
    source: createTextMirror(fields.source),
    target: createTextMirror(fields.target),
  };
  let pairs: readonly SentencePair[] = [];
  /** The side that is scrolled because the other one was. */
  let following: Side | undefined;

  const show = (shown: readonly SentencePair[]) => {
    pairs = shown;
    for (const side of ['source', 'target'] as const) {
      mirrors[side].show(pairs.map((pair) => pair[side]));
    }
    scrollAlong('source', 'target');
  };
  /** Scrolls the other side to the partner of what is at the top of this one. */
  const scrollAlong = (side: Side, other: Side) => {
    const top = mirrors[side].top();
    if (!top) return;
    const before = fields[other].scrollTop;
    // The beginning shows its padding, too.
    if (fields[side].scrollTop === 0) fields[other].scrollTop = 0;
    else mirrors[other].scrollTo(top.index, top.fraction);
    if (fields[other].scrollTop !== before) following = other;
  };
  const mark = (index: number | undefined) => {
    for (const mirror of Object.values(mirrors)) mirror.mark(index);
  };
  const indexAt = (side: Side, position: number): number | undefined => {
    const index = pairs.findIndex((pair) => position <= pair[side].end);
    return index < 0 ? undefined : index;
  };

  for (const [side, other] of [
    ['source', 'target'],
    ['target', 'source'],
  ] as const) {
    const field = fields[side];
    /** Of a single sentence, everybody sees the translation. */
    const markIfSeveral = (index: number | undefined) => mark(pairs.length > 1 ? index : undefined);
    const markAtCaret = () => markIfSeveral(indexAt(side, field.selectionStart));
    field.addEventListener('pointermove', ({ clientX, clientY }) => {
      markIfSeveral(mirrors[side].partAt(clientX, clientY));
    });
    field.addEventListener('pointerleave', () => mark(undefined));
    field.addEventListener('blur', () => mark(undefined));
    for (const type of ['keyup', 'focus', 'select']) field.addEventListener(type, markAtCaret);
    field.addEventListener('scroll', () => {
      if (following === side) {
        following = undefined;
        return;
      }
      scrollAlong(side, other);
    });
  }
  // What is typed has no translation yet.
  fields.source.addEventListener('input', () => show([]));

  return {
    show,
    indexAt: (position) => indexAt('target', position),
    showNames: mirrors.target.showNames,
    placeOf: mirrors.target.placeOf,
  };
};

export const createTargetPane = (say: (text: string) => void): TargetPane => {
  const pane = element('result-pane', HTMLElement);
  const field = element('result', HTMLTextAreaElement);
  const note = element('note', HTMLElement);
  const trouble = element('trouble', HTMLElement);
  const copyButton = element('copy', HTMLButtonElement);
  const saveButton = element('save', HTMLButtonElement);
  const copyLabel = element('copy-label', HTMLElement);

  const partners = createSentencePartners();

  let content = asItIs('');
  let sourceText = '';
  let pairs: readonly SentencePair[] = [];
  /** Where a range of the text is in the field. */
  const placed = ({ start, end }: TextRange): TextRange => ({
    start: content.placeOf(start),
    end: content.placeOf(end),
  });
  const showPairs = (shown: readonly SentencePair[]) => {
    pairs = shown;
    partners.show(pairs.map(({ source, target }) => ({ source, target: placed(target) })));
  };
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
    copyLabel.textContent = message('copy');
  };
  const showNote = (text: string, offer?: AboutTranslation['offer']) => {
    note.textContent = text;
    if (!offer) return;
    const button = build('button', {
      type: 'button',
      className: 'tool',
      textContent: offer.label,
    });
    button.addEventListener('click', offer.accept);
    note.append(' ', button);
  };
  const setLanguage = (code: string) => {
    field.dir = directionOf(code);
    field.lang = code.toLowerCase();
  };
  const copy = async () => {
    if (copyButton.disabled) return;
    const isCopied = await copyText(text(), field);
    copyLabel.textContent = message(isCopied ? 'copied' : 'copy');
    say(message(isCopied ? 'copyDone' : 'copyRefused'));
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
    copyLabel.textContent = message('copy');
  });
  return {
    text,
    setBusy(isBusy) {
      pane.classList.toggle('busy', isBusy);
      pane.setAttribute('aria-busy', String(isBusy));
    },
    showTranslation(text, about) {
      setLanguage(about.code);
      const { scrollTop } = field;
      setText(text);
      pane.classList.toggle('part', about.isPart === true);
      if (about.isPart) setUsable(false);
      field.scrollTop = scrollTop;
      sourceText = about.sourceText;
      showPairs(about.pairs);
      showNote(about.note, about.offer);
      trouble.replaceChildren();
    },
    showNote,
    showTerms(places) {
      partners.showNames(
        places.map((place) => ({
          ...placed(place),
          name: `${place.source} → ${text().slice(place.start, place.end)}`,
        })),
      );
    },
    showTrouble(text, remedy, label = message('tryAgain')) {
      pane.classList.toggle('old', field.value !== '');
      setUsable(false);
      // The same text is not read aloud again after every attempt.
      const isShown = trouble.querySelector('p')?.textContent === text;
      if (isShown && remedy && trouble.querySelector('button')?.textContent === label) return;
      trouble.replaceChildren(build('p', { textContent: text }));
      if (!remedy) return;
      const button = build('button', { type: 'button', textContent: label });
      button.addEventListener('click', remedy);
      trouble.append(button);
    },
    clear() {
      setText('');
      showPairs([]);
      showNote('');
      trouble.replaceChildren();
    },
    sentenceAt(word) {
      const index = partners.indexAt(word.end);
      const pair = index === undefined ? undefined : pairs[index];
      if (index === undefined || !pair) return undefined;
      return {
        index,
        sourceText: sourceText.slice(pair.source.start, pair.source.end),
        targetText: text().slice(pair.target.start, pair.target.end),
        word: {
          start: content.slice(0, word.start).length - pair.target.start,
          end: content.slice(0, word.end).length - pair.target.start,
        },
      };
    },
    placeOf: partners.placeOf,
    replaceSentence(index, alternative) {
      const replaced = pairs[index]?.target;
      if (!replaced) return;
      const before = text();
      const grown = alternative.length - (replaced.end - replaced.start);
      setText(before.slice(0, replaced.start) + alternative + before.slice(replaced.end));
      const moved = ({ start, end }: TextRange, by: number) => ({
        start: start + by,
        end: end + by,
      });
      showPairs(
        pairs.map(({ source, target }, at) => {
          if (at === index) return { source, target: { ...target, end: target.end + grown } };
          return { source, target: moved(target, at > index ? grown : 0) };
        }),
      );
    },
    setLanguage(code) {
      if (field.value === '') setLanguage(code);
    },
    copy,
  };
};
