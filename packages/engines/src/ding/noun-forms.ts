import type { PhraseForm } from '@dragoman/core';
import type { Gender } from './read-nouns.js';

/** Genitives of what ends with these sounds have no form without an e. */
const HISSING = /(?:s|ß|x|z|tsch)$/;
const NEUTER_NIS = /nis$/;
/** Masculine nouns whose plural ends with n, and their singular has no such ending. */
const STRONG = /(?:or|el|en)$/;

/**
 * The forms of a German noun in the singular: its plural, and those with an ending of a case. Which case
 * it is, the article says as well, so that a translation loses nothing.
 *
 * Masculine nouns such as `Kunde` have the plural's ending in the singular, too: `dem Kunden`.
 */
export const formsOf = (noun: string, gender: Gender, plural: string | undefined): PhraseForm => {
  if (gender === 'pl') return { kind: 'noun' };
  const isWeak = gender === 'm' && /n$/.test(plural ?? '') && !STRONG.test(noun);
  const inflections = new Map<string, string>();
  if (plural !== undefined && plural !== noun) inflections.set('pl', plural);
  for (const [name, form] of [...(isWeak ? [] : genitivesOf(noun, gender)), ...dativesOf(plural)]) {
    if (![noun, ...inflections.values()].includes(form)) inflections.set(name, form);
  }
  const ambiguous = new Set(isWeak ? ['pl'] : []);
  return { kind: 'noun', inflections, ambiguous };
};

const genitivesOf = (noun: string, gender: Gender): readonly (readonly [string, string])[] => {
  if (gender === 'f') return [];
  if (NEUTER_NIS.test(noun)) return [['ending-es', `${noun}ses`]];
  const long = ['ending-es', `${noun}es`] as const;
  return HISSING.test(noun) ? [long] : [['ending-s', `${noun}s`], long];
};

const dativesOf = (plural: string | undefined): readonly (readonly [string, string])[] =>
  plural === undefined || /[nsai]$/.test(plural) ? [] : [['pl ending-n', `${plural}n`]];
