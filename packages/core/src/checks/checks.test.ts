import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { isAllCapitals, toCapitals, toSentenceCase } from '../pipeline/translate-units.js';
import { unchanged } from '../protection/placed-spans.js';
import { findDefect, keepsAfternoons, longestRepetition } from './find-defect.js';

const plain = (text: string): TranslationUnit => ({ text, protectedSpans: [] });

const withSpan = (text: string, span: string): TranslationUnit => ({
  text,
  protectedSpans: [
    { start: text.indexOf(span), end: text.indexOf(span) + span.length, kind: 'placeholder' },
  ],
});

/** A translation that says where it has the only span of its source. */
const answer = (text: string, span = ''): TranslatedUnit => ({
  text,
  spans:
    span === ''
      ? []
      : [{ start: text.indexOf(span), end: text.indexOf(span) + span.length, span: 0 }],
});

/** Of languages without tables of words. */
const pair = { source: 'und', target: 'mis' };

describe('a defect is found', () => {
  it.each([
    ['Thanks.', 'Danke. Danke. Danke.', 'repetition'],
    ['A short text.', `Ein ${'sehr '.repeat(30)}kurzer Text.`, 'repetition'],
    ['你好吗', '再见再见再见再见', 'repetition'],
    ['No, no, no!', 'Nein, nein, nein!', undefined],
    ['Hello', '', 'blank'],
    ['Hello', ' \n ', 'blank'],
    ['The committee met on Tuesday to discuss the budget.', 'Ja.', 'length'],
    [
      'Yes, of course we will.',
      'Ja, das tun wir gern, und außerdem erzählen wir noch von allem, was uns dazu sonst noch so alles einfällt.',
      'length',
    ],
    [
      '委员会于星期二开会讨论预算。',
      'The committee met on Tuesday to discuss the budget.',
      undefined,
    ],
    [
      'The committee met on Tuesday to discuss the budget.',
      '委员会于星期二开会讨论预算。',
      undefined,
    ],
    ['Born in 1984 in Lyon.', 'Nacido en Lyon.', 'numbers'],
    ['Born in 1984 in Lyon.', 'Nacido en Lyon en 1984.', undefined],
    ['It costs 1,234.50 euros.', 'Cuesta 1.234,50 euros.', undefined],
    ['Chapter 5', 'Capítulo cinco', undefined],
    ['١٢٣ كتابا', '123 libros', undefined],
  ])('in "%s" → "%s": %s', (source, translated, expected) => {
    expect(findDefect(plain(source), answer(translated), pair)).toBe(expected);
  });

  it.each([
    ['en', 'de', 'I do not know.', 'Ich weiß.', 'negation'],
    ['en', 'de', 'I do not know.', 'Ich weiß es nicht.', undefined],
    ['en', 'de', 'Press [Enter] now.', 'Jetzt Enter] drücken.', 'brackets'],
    ['en', 'de', 'Press "Enter" now.', 'Jetzt Enter drücken.', 'quotes'],
    ['fr', 'es', 'Le point y est là.', 'El punto <prn> es allí.', 'symbols'],
    ['en', 'de', 'The committee met last week.', 'The committee met last week.', 'copied'],
    ['en', 'de', 'Welcome to New York City', 'Welcome to New York City', undefined],
    ['en', 'de', 'We met Kowalski there.', 'Wir trafen dort Kowaliski.', 'names'],
    ['en', 'de', 'Add 200 g flour.', '200 Mehl dazugeben.', 'numbers'],
    ['en', 'de', 'Add 200 g flour.', '200 Gramm Mehl dazugeben.', undefined],
    ['en', 'ru', 'Add 200 g flour.', 'Добавьте 200 г муки.', undefined],
    ['en', 'fr', 'It is 30 km away.', "C'est à 30 kilomètres.", undefined],
    ['de', 'en', 'Maria Schneider', 'Mary Tailor', 'names'],
    ['en', 'de', 'John Smith', 'John-Smith', 'names'],
    ['de', 'en', 'Gestern kam Peter Müller.', 'Peter Miller came yesterday.', 'names'],
    ['en', 'de', 'We met Kowalski there.', 'Wir trafen dort Kowalskis Frau.', undefined],
    ['en', 'pl', 'I know Marek Nowak well.', 'Dobrze znam Marka Nowaka.', undefined],
    ['en', 'ru', 'I know Peter Smith well.', 'Я хорошо знаю Питера Смита.', undefined],
    ['en', 'de', 'They live in Germany now.', 'Sie leben jetzt in Deutschland.', undefined],
    ['en', 'es', 'I saw Maria today.', 'Hoy vi a María.', undefined],
    ['en', 'pl', 'I know Anna well.', 'Dobrze znam Annę.', undefined],
  ])('%s to %s in "%s" → "%s": %s', (from, to, source, translated, expected) => {
    expect(findDefect(plain(source), answer(translated), { source: from, target: to })).toBe(
      expected,
    );
  });

  it('where a protected span is missing', () => {
    const unit = withSpan('Open {name} now', '{name}');
    expect(findDefect(unit, answer('Abrir ahora'), pair)).toBe('lost_span');
    expect(findDefect(unit, answer('Abrir {name} ahora', '{name}'), pair)).toBeUndefined();
  });

  it('never in a text that is its own translation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        if (text.trim() !== '')
          expect(
            findDefect(plain(text), unchanged(plain(text)), { source: 'en', target: 'en-GB' }),
          ).toBeUndefined();
      }),
    );
  });
});

describe('repetition', () => {
  it.each([
    ['', 1],
    ['one two three', 1],
    ['no no', 2],
    ['Danke. Danke. Danke.', 3],
    ['a b c a b c a b c a b', 3],
    ['ha ha ha ha', 4],
  ])('of "%s" is %i', (text, count) => {
    expect(longestRepetition(text).count).toBe(count);
  });
});

describe('a text in capitals', () => {
  it.each([
    ['DO NOT ENTER', true],
    ['NICHT ÖFFNEN!', true],
    ['NASA', false],
    ['USA, UK', false],
    ['Do NOT ENTER', false],
    ['不要进入', false],
    ['12 34', false],
  ])('"%s": %s', (text, expected) => {
    expect(isAllCapitals(plain(text))).toBe(expected);
  });

  it('is read as a sentence and answered in capitals, protected spans aside', () => {
    const unit = withSpan('OPEN THE {fileName} NOW', '{fileName}');
    expect(isAllCapitals(unit)).toBe(true);
    expect(toSentenceCase(unit, 'en')).toEqual(withSpan('Open the {fileName} now', '{fileName}'));
    expect(toCapitals(answer('Abre la Straße {fileName} ahora', '{fileName}'), 'es')).toEqual(
      answer('ABRE LA STRASSE {fileName} AHORA', '{fileName}'),
    );
  });
});

it.each([
  ['de', 'We meet at 3 pm.', 'Wir treffen uns um 3 Uhr.'],
  ['de', 'We meet at 3 pm.', 'Wir treffen uns um 3 Pm.'],
  ['de', 'Dinner is at 7 pm.', 'Das Abendessen ist um 7 Uhr.'],
  ['fr', 'It closes at 8:30 p.m.', 'Ça ferme à 8 h 30.'],
  ['es', 'From 2 PM to 6 PM', 'De 14 a 6 horas'],
  ['de', 'On 2026-04-15 at 3 pm.', 'Am 2026-04-15 um 3 Uhr.'],
])('is lost in %s: "%s" → "%s"', (target, source, translated) => {
  expect(keepsAfternoons(source, translated, { source: 'en', target })).toBe(false);
});

it.each([
  ['de', 'We meet at 3 pm.', 'Wir treffen uns um 15 Uhr.'],
  ['de', 'We meet at 3 pm.', 'Wir treffen uns um drei Uhr nachmittags.'],
  ['fr', 'It closes at 8:30 p.m.', 'Ça ferme à 20 h 30.'],
  ['de', 'On 2026-04-15 at 3 pm.', 'Am 2026-04-15 um 15 Uhr.'],
  ['de', 'From 3 pm to 15:30.', 'Von 15 bis 15:30 Uhr.'],
  ['es', 'We meet at 3 pm.', 'Quedamos a las 3 p. m.'],
  ['de', 'We meet at 12 pm.', 'Wir treffen uns um 12 Uhr.'],
  ['de', 'We meet at 9 am.', 'Wir treffen uns um 9 Uhr.'],
  ['de', 'The 3 PMs met.', 'Die 3 PMs trafen sich.'],
  ['sv', 'We meet at 3 pm.', 'Vi ses klockan 3.'],
])('is kept in %s, or not looked for: "%s" → "%s"', (target, source, translated) => {
  expect(keepsAfternoons(source, translated, { source: 'en', target })).toBe(true);
});

it('is looked for in texts from English only', () => {
  const pair = { source: 'nl', target: 'de' };
  expect(keepsAfternoons('Om 3 pm.', 'Um 3 Uhr.', pair)).toBe(true);
});
