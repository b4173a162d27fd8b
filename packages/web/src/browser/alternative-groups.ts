import type { PageModelWord, PageWordChoice, PartOfSpeech } from '@dragoman/contract';
import { build } from './elements.js';
import { message } from './messages.js';

/** What is said in the languages of the sentence and of its translation. */
interface AlternativeLanguages {
  readonly source: string;
  readonly target: string;
}

const NAMES = {
  noun: 'posNoun',
  name: 'posName',
  verb: 'posVerb',
  adjective: 'posAdjective',
  adverb: 'posAdverb',
  preposition: 'posPreposition',
  conjunction: 'posConjunction',
  numeral: 'posNumeral',
  interjection: 'posInterjection',
} as const satisfies Readonly<Record<PartOfSpeech, string>>;

/** The entries of a glossary or dictionary: of each its word, and its translations as buttons. */
export const wordGroup = (
  kind: PageWordChoice['kind'],
  choices: readonly PageWordChoice[],
  languages: AlternativeLanguages,
  onChosen: (choice: PageWordChoice, word: string) => void,
): readonly HTMLElement[] => {
  const own = choices.filter((choice) => choice.kind === kind);
  if (own.length === 0) return [];
  const heading = message(kind === 'glossary' ? 'glossary' : 'alternativesDictionary');
  return [
    group(
      heading,
      own.map((choice) => {
        const { word, lemma = word, part_of_speech: partOfSpeech } = choice;
        const name = partOfSpeech && message(NAMES[partOfSpeech]);
        const about = build('span', { className: 'entry-word', lang: languages.source }, lemma);
        const buttons = choice.translations.map((translation) =>
          wordButton(translation, languages, () => onChosen(choice, translation)),
        );
        return build('p', { className: 'entry' }, about, ...(name ? [' ', name] : []), ...buttons);
      }),
    ),
  ];
};

/** What the model would have written instead of a word, as buttons. */
export const modelGroup = (
  words: readonly PageModelWord[],
  languages: AlternativeLanguages,
  onChosen: (text: string) => void,
): readonly HTMLElement[] => {
  if (words.length === 0) return [];
  const buttons = words.map(({ word, text }) => wordButton(word, languages, () => onChosen(text)));
  return [group(message('alternativesWords'), [build('p', { className: 'entry' }, ...buttons)])];
};

const wordButton = (
  word: string,
  { target }: AlternativeLanguages,
  onClick: () => void,
): HTMLButtonElement => {
  const button = build('button', {
    type: 'button',
    className: 'word',
    lang: target,
    dir: 'auto',
    textContent: word,
  });
  button.addEventListener('click', onClick);
  return button;
};

/** A piece of a text, and whether another text has it, too. */
interface ComparedPiece {
  readonly text: string;
  readonly isNew: boolean;
}

/** Longer sentences are shown without a comparison, which takes time with the square of the words. */
const MAX_PIECES = 400;

/** What an alternative has that the current one has not: the longest common subsequence of words. */
export const compareAlternatives = (current: string, other: string): readonly ComparedPiece[] => {
  const old = piecesOf(current);
  const pieces = piecesOf(other);
  if (Math.max(old.length, pieces.length) > MAX_PIECES) return [{ text: other, isNew: false }];
  const common = lengthsOfCommon(old, pieces);
  const compared: ComparedPiece[] = [];
  const add = (text: string, isNew: boolean) => {
    const last = compared.at(-1);
    if (last?.isNew === isNew) compared.splice(-1, 1, { text: last.text + text, isNew });
    else compared.push({ text, isNew });
  };
  let at = 0;
  let to = 0;
  while (to < pieces.length) {
    const piece = pieces[to] ?? '';
    if (old[at] === piece) {
      add(piece, false);
      at++;
      to++;
    } else if (at < old.length && (common[at + 1]?.[to] ?? 0) >= (common[at]?.[to + 1] ?? 0)) at++;
    else {
      add(piece, true);
      to++;
    }
  }
  return compared;
};

/** Words, and what stands between them. */
const piecesOf = (text: string): readonly string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].map(
    ({ segment }) => segment,
  );

/** For each pair of positions, how much the rests after them have in common. */
const lengthsOfCommon = (one: readonly string[], other: readonly string[]): number[][] => {
  const lengths = Array.from({ length: one.length + 1 }, () =>
    new Array<number>(other.length + 1).fill(0),
  );
  for (let at = one.length - 1; at >= 0; at--) {
    const row = lengths[at] ?? [];
    const next = lengths[at + 1] ?? [];
    for (let to = other.length - 1; to >= 0; to--) {
      row[to] =
        one[at] === other[to] ? (next[to + 1] ?? 0) + 1 : Math.max(next[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
};

/** Alternatives of the whole sentence as buttons, with what is different marked. */
export const sentenceGroup = (
  current: string,
  alternatives: readonly string[],
  { target }: AlternativeLanguages,
  onChosen: (alternative: string) => void,
): readonly HTMLElement[] => {
  if (alternatives.length === 0) return [];
  const buttons = alternatives.map((alternative) => {
    const pieces = compareAlternatives(current, alternative).map(({ text, isNew }) =>
      isNew ? build('strong', { textContent: text }) : text,
    );
    const button = build(
      'button',
      { type: 'button', className: 'alternative', lang: target, dir: 'auto' },
      ...pieces,
    );
    button.addEventListener('click', () => onChosen(alternative));
    return button;
  });
  return [group(message('alternativesSentences'), buttons)];
};

const group = (heading: string, members: readonly HTMLElement[]): HTMLElement => {
  const made = build('div', { ariaLabel: heading }, build('h3', { textContent: heading }));
  made.setAttribute('role', 'group');
  made.append(...members);
  return made;
};
