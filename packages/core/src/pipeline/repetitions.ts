import { hasLetter } from '../characters.js';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { plainText, unchanged } from '../protection/placed-spans.js';
import type { Leg } from '../routing/route.js';
import { callEngine, type TranslationCall } from './call-engine.js';
import { mapWhere } from './map-together.js';

/** Said less often in a row, a phrase may be meant as it stands. */
const MIN_REPEATS = 6;
const REPEATED = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\S{1,40}(?: \\S{1,40}){0,3}?)(?:([ ,]+)\\1){${MIN_REPEATS - 1},}(?![\\p{L}\\p{N}])`,
  'u',
);

/** A text in which a phrase is repeated many times. */
interface Repetition {
  readonly before: string;
  readonly phrase: string;
  readonly separator: string;
  readonly count: number;
  readonly after: string;
}

/** The repetition in a text, if there is one. */
export const repetitionOf = ({ text, protectedSpans }: TranslationUnit): Repetition | undefined => {
  const found = protectedSpans.length > 0 ? null : REPEATED.exec(text);
  const [whole, phrase, separator] = found ?? [];
  if (!found || whole === undefined || phrase === undefined || separator === undefined)
    return undefined;
  return {
    before: text.slice(0, found.index),
    phrase,
    separator,
    count: Math.round((whole.length + separator.length) / (phrase.length + separator.length)),
    after: text.slice(found.index + whole.length),
  };
};

/** A phrase that is repeated as often is translated once: models take long over it, and lose count. */
const LONG_REPETITION = 12;

/** The repetition of a unit, if it is so long that its phrase is translated once. */
const longRepetitionOf = (unit: TranslationUnit): Repetition | undefined => {
  const repetition = repetitionOf(unit);
  return repetition && repetition.count >= LONG_REPETITION && hasLetter(repetition.phrase)
    ? repetition
    : undefined;
};

/** Translates a repeated phrase once, and repeats the translation. */
export const translateRepetition = async (
  { before, phrase, separator, count, after }: Repetition,
  leg: Leg,
  call: TranslationCall,
): Promise<TranslatedUnit> => {
  const parts = [before, phrase, after].map((text) => ({ text, core: text.trim() }));
  const translated = await mapWhere(
    parts,
    ({ core }) => hasLetter(core),
    (some) =>
      callEngine(
        some.map(({ core }) => ({ text: core, protectedSpans: [] })),
        leg,
        call,
      ),
  );
  const [start = '', said = '', end = ''] = parts.map(({ text, core }, index) => {
    const answer = translated[index]?.text ?? '';
    return answer.trim() === '' ? text : text.replace(core, () => answer);
  });
  return plainText(start + Array(count).fill(said).join(separator) + end);
};

/** Of long repetitions, engines get the phrase; everything else as it stands. */
export const callOnceForRepeated = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  call: TranslationCall,
): Promise<readonly TranslatedUnit[]> => {
  const repetitions = units.map(call.rewriting ? () => undefined : longRepetitionOf);
  const [translated, repeated] = await Promise.all([
    mapWhere(
      units,
      (_, index) => repetitions[index] === undefined,
      (others) => callEngine(others, leg, call),
    ),
    Promise.all(
      repetitions.map((repetition) => repetition && translateRepetition(repetition, leg, call)),
    ),
  ]);
  return units.map((unit, index) => repeated[index] ?? translated[index] ?? unchanged(unit));
};
