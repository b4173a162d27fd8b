import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { Leg } from '../routing/route.js';
import { hasLetter } from '../segmentation/characters.js';
import { callEngine } from './call-engine.js';
import type { UnitCall } from './leg-wording.js';
import { mapWhere } from './map-together.js';

/** Said less often in a row, a phrase may be meant as it stands. */
const LEAST_REPEATS = 6;
const REPEATED = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\S{1,40}(?: \\S{1,40}){0,3}?)(?:([ ,]+)\\1){${LEAST_REPEATS - 1},}(?![\\p{L}\\p{N}])`,
  'u',
);

/** A text that says a phrase many times in a row. */
export interface Litany {
  readonly before: string;
  readonly phrase: string;
  readonly separator: string;
  readonly count: number;
  readonly after: string;
}

/** Where a text says a phrase over and over; models lose count of that. */
export const litanyOf = ({ text, protectedSpans }: TranslationUnit): Litany | undefined => {
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

/** Said as often as this, a phrase is not asked for as it stands: models take long over it, and lose count. */
const ENDLESS = 12;

/** What a unit says over and over again, so often that it need not be asked for as it stands. */
export const endlessLitanyOf = (unit: TranslationUnit): Litany | undefined => {
  const litany = litanyOf(unit);
  return litany && litany.count >= ENDLESS && hasLetter(litany.phrase) ? litany : undefined;
};

/** A phrase that is said over and over is translated once, and said as often. */
export const sayLitany = async (
  { before, phrase, separator, count, after }: Litany,
  leg: Leg,
  call: UnitCall,
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
  return { text: start + Array(count).fill(said).join(separator) + end, spans: [] };
};
