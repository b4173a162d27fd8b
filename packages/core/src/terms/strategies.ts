import type { LanguageTag } from '@dragoman/contract';
import type { TermHint, TranslationUnit } from '../engine.js';
import { type RewrittenUnit, rewriteUnit, type TermPart, type UnitTerm } from './rewrite-unit.js';
import { createTermMatcher, type TermMatcher } from './term-matcher.js';
import { inLetterCase, type LetterCase, startsWithCapital } from './words.js';

/** What a way needs to know beside the unit. */
interface StrategyOptions {
  /** What is to stand in the translation for each term. */
  readonly targets: readonly string[];
  /** The language of the translation. */
  readonly language: LanguageTag;
}

/** Makes an engine use the translations that a glossary has for the terms of a unit. */
export type TermStrategy = (
  unit: TranslationUnit,
  terms: readonly UnitTerm[],
  options: StrategyOptions,
) => RewrittenUnit;

/** The translation of a term goes through the engine as a placeholder, which it cannot lose. */
export const asPlaceholder: TermStrategy = (unit, terms, { targets }) =>
  rewriteUnit(unit, terms, (_, index) => [{ text: targets[index] ?? '', kind: 'placeholder' }]);

/** The translation of a term stands in the sentence as a word, which most models copy. */
export const asWord: TermStrategy = (unit, terms, { targets, language }) => {
  const rewritten = rewriteUnit(unit, terms, (_, index) => [{ text: targets[index] ?? '' }]);
  const finder = finderOf(targets, language);
  return {
    unit: rewritten.unit,
    read: (translated) => cutAtTerms(rewritten.read(translated), targets, finder),
  };
};

/** The engine is told what the translation is to have for each term, which stays in the sentence. */
export const asHint: TermStrategy = (unit, terms, { targets, language }) => {
  const finder = finderOf(targets, language);
  const told = new Map<string, TermHint>();
  const { unit: same, read } = rewriteUnit(unit, terms, (source, index) => {
    const target = targets[index] ?? '';
    told.set(JSON.stringify([source, target]), { source, target });
    return [{ text: source }];
  });
  return {
    unit: { ...same, terms: [...told.values()] },
    read: (translated) => cutAtTerms(read(translated), targets, finder),
  };
};

/** Cuts a translation where the translations of terms stand in it as words. */
const cutAtTerms = (
  parts: readonly TermPart[],
  targets: readonly string[],
  finder: Pick<TermMatcher, 'find'>,
): readonly TermPart[] => {
  const waiting = [...targets.entries()];
  const cut = parts.flatMap((part): readonly TermPart[] => {
    if (part.span !== undefined) return [part];
    const within: TermPart[] = [];
    let position = 0;
    for (const { start, end, term } of finder.find(part.text)) {
      const at = waiting.findIndex(([, target]) => target === term.target);
      const [index] = waiting.splice(at, at < 0 ? 0 : 1)[0] ?? [];
      // More of them than there should be: the model repeats itself.
      if (index === undefined) return [part];
      within.push({ text: part.text.slice(position, start), span: undefined });
      within.push({ text: part.text.slice(start, end), span: undefined, term: index });
      position = end;
    }
    return [...within, { text: part.text.slice(position), span: undefined }];
  });
  return cut.filter(({ text }) => text !== '');
};

/** Finds the translations of terms in a translation. */
const finderOf = (targets: readonly string[], language: LanguageTag): Pick<TermMatcher, 'find'> => {
  const pairs = targets.map((target) => ({ source: target, target }));
  return createTermMatcher([pairs], { source: language, target: language });
};

/** A word in the place of a term; what the engine makes of it, where that is known. */
interface StandIn {
  readonly source: string;
  readonly target?: string;
  /** What to add to the term where another form of `target` comes back, in small letters. */
  readonly endings?: ReadonlyMap<string, string>;
}

/**
 * Another word stands in the place of a term, between tags, and the translation of the term replaces
 * what comes back for it. The rest of the sentence agrees with that other word.
 *
 * @param standIns one for each term; where none is known, the translation of the term itself
 */
export const betweenTags =
  (standIns: (words: string, index: number) => StandIn | undefined): TermStrategy =>
  (unit, terms, { targets, language }) => {
    const used: (StandIn | undefined)[] = [];
    const rewritten = rewriteUnit(unit, terms, (words, index) => {
      used[index] = standIns(words, index);
      const text = used[index]?.source ?? targets[index] ?? '';
      return [
        { text: `<t${index}>`, kind: 'open' },
        { text: inLetterCase(text, letterCaseAt(terms[index], words), language) },
        { text: `</t${index}>`, kind: 'close' },
      ];
    });
    return {
      unit: rewritten.unit,
      read: (translated) => replaceBetweenTags(rewritten.read(translated), targets, used),
    };
  };

/** The letters of another word for a term: a capital that is not the sentence's would make it a name. */
const letterCaseAt = (term: UnitTerm | undefined, words: string): LetterCase => {
  if (term?.letterCase === 'capitals') return 'capitals';
  return term?.isFirst && startsWithCapital(words) ? 'capital' : 'same';
};

/**
 * The engine translates the source term, and the translation of the term replaces what came of it. If
 * the tags came to stand around too much, or leave the term's translation elsewhere, it is lost.
 */
export const inPlace: TermStrategy = (unit, terms, options) => {
  const tagged = betweenTags((source) => ({ source }))(unit, terms, options);
  const finder = finderOf(options.targets, options.language);
  return {
    unit: tagged.unit,
    read(translated) {
      const parts = tagged.read(translated);
      const isTwice = parts.some(
        ({ text, term, span }) =>
          term === undefined && span === undefined && finder.find(text).length > 0,
      );
      return isTwice ? parts.map(({ text, span }) => ({ text, span })) : parts;
    },
  };
};

const replaceBetweenTags = (
  parts: readonly TermPart[],
  targets: readonly string[],
  standIns: readonly (StandIn | undefined)[],
): readonly TermPart[] => {
  const replaced: TermPart[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as TermPart;
    const { term } = part;
    if (term === undefined) {
      replaced.push(part);
      continue;
    }
    const [inside, close] = [parts[at + 1], parts[at + 2]];
    const isText = inside?.term === undefined && inside?.span === undefined;
    const words = inside?.text.trim() ?? '';
    const ending = endingFor(words, standIns[term]);
    // Tags that were placed around nothing, around other words or other markup are left out.
    if (!inside || !isText || ending === undefined || close?.term !== term) continue;
    const lead = inside.text.length - inside.text.trimStart().length;
    replaced.push({ text: inside.text.slice(0, lead), span: undefined });
    replaced.push({ text: targets[term] ?? '', span: undefined, term });
    replaced.push({ text: ending + inside.text.slice(lead + words.length), span: undefined });
    at += 2;
  }
  return replaced.filter(({ text }) => text !== '');
};

/** What to add to a term in the place of words; undefined where they are not what was expected. */
const endingFor = (words: string, standIn: StandIn | undefined): string | undefined => {
  if (words === '') return undefined;
  if (standIn?.target === undefined) return hasFewWords(words, standIn?.source) ? '' : undefined;
  const returned = words.toLowerCase();
  return returned === standIn.target.toLowerCase() ? '' : standIn.endings?.get(returned);
};

/** Whether words are about as many as those that they are a translation of. */
const hasFewWords = (words: string, source = ''): boolean =>
  words.split(/\s+/u).length <= source.split(/\s+/u).length + 1;
