import { pluralCategories } from '../plural-categories.js';
import type { Branch, Choice, MessagePart, Ordinal } from './message-parts.js';

/** Endings by CLDR's categories of ordinals. `other` holds for all that are not named. */
const ENDINGS: readonly (readonly [
  languages: string,
  endings: Readonly<Record<string, string>> & { readonly other: string },
])[] = [
  ['de cs da et fi hr hu lv nb nn no pl sk sl sr tr', { other: '.' }],
  ['es pt-PT gl', { other: '.º' }],
  ['it pt', { other: 'º' }],
  ['fr', { one: 'er', other: 'e' }],
  ['nl', { other: 'e' }],
  ['ru uk', { other: '-й' }],
  ['ca', { one: 'r', two: 'n', few: 't', other: 'è' }],
  ['sv', { one: ':a', other: ':e' }],
];

const endingsOf = (language: string) => {
  const tags = [language, language.split('-')[0] ?? ''];
  for (const tag of tags) {
    const found = ENDINGS.find(([languages]) => languages.split(' ').includes(tag));
    if (found) return found[1];
  }
  return undefined;
};

const ENGLISH_ENDING = /^(?:st|nd|rd|th)(?![\p{L}\p{N}])/iu;
const SAMPLES: Readonly<Record<string, string>> = { one: '1st', two: '2nd', few: '3rd' };
const sampleOf = (key: string): string => SAMPLES[key] ?? '5th';

/** The ordinal that a number and the text behind it make, with what is left of the text. */
const ordinalAt = (
  source: string,
  { number, text, key }: { readonly number: MessagePart; readonly text: MessagePart; key: string },
): readonly MessagePart[] | undefined => {
  const ending = ENGLISH_ENDING.exec(source.slice(text.start, text.end))?.[0];
  if (ending === undefined) return undefined;
  const { start } = number;
  const end = text.start + ending.length;
  const ordinal: Ordinal = {
    kind: 'ordinal',
    start,
    end,
    shown: sampleOf(key),
    hasNumber: number.kind === 'number',
    write(language, dialect) {
      const endings = language === undefined ? undefined : endingsOf(language);
      const own = endings && (endings[key] ?? endings.other);
      return own && source.slice(start, number.end) + dialect.encode(own, '{}#');
    },
  };
  return end < text.end ? [ordinal, { ...text, start: end }] : [ordinal];
};

const nameOf = (argument: string): string => /^\{\s*([^\s,}]+)/.exec(argument)?.[1] ?? '';

/** The parts of a branch of `selectordinal` with its ordinals. */
export const withOrdinals = (
  source: string,
  { start: choiceStart }: Choice,
  { key, parts }: Branch,
): readonly MessagePart[] => {
  const name = nameOf(source.slice(choiceStart, choiceStart + 200));
  const found: MessagePart[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as MessagePart;
    const next = parts[index + 1];
    const isNumber =
      part.kind === 'number' ||
      (part.kind === 'argument' && nameOf(source.slice(part.start, part.end)) === name);
    const ordinal =
      isNumber && next?.kind === 'text'
        ? ordinalAt(source, { number: part, text: next, key })
        : undefined;
    for (const one of ordinal ?? [part]) found.push(one);
    if (ordinal) index++;
  }
  return found;
};

const HEAD = /^\{\s*[^\s,]+\s*,\s*selectordinal\s*,\s*/;

/** All branches as one ordinal, if they have nothing but a number and its English ending. */
export const ordinalOf = (source: string, choice: Choice): Ordinal | undefined => {
  const { type, start, end, branches, offset } = choice;
  if (type !== 'selectordinal' || offset !== undefined) return undefined;
  const forms = branches.map((branch) => withOrdinals(source, choice, branch));
  if (!forms.every((parts) => parts.length === 1 && parts[0]?.kind === 'ordinal')) return undefined;
  const last = branches.findIndex(({ key }) => key === 'other');
  const number = forms[last]?.[0] as Ordinal;
  const [head] = HEAD.exec(source.slice(start, start + 200)) ?? [];
  if (head === undefined) return undefined;
  return {
    kind: 'ordinal',
    start,
    end,
    shown: sampleOf('few'),
    hasNumber: false,
    write(language, dialect) {
      const endings = language === undefined ? undefined : endingsOf(language);
      if (!endings) return undefined;
      const text = source.slice(number.start, number.end).replace(/\p{L}+$/u, '');
      const space = /\s$/.test(source.slice(start, (branches[last] as Branch).start - 1))
        ? ' '
        : '';
      return `${head}${pluralCategories(language, 'ordinal')
        .filter((category) => category === 'other' || category in endings)
        .map((category) => {
          const ending = dialect.encode(endings[category] ?? endings.other, '{}#');
          return `${category}${space}{${text}${ending}}`;
        })
        .join(' ')}}`;
    },
  };
};
