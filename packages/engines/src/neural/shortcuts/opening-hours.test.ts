import { type LanguageTag, toTag } from '@dragoman/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translateOpeningHours } from './opening-hours.js';

const translate = (line: string, source: string, target: string): string | undefined =>
  translateOpeningHours(line, { source: toTag(source), target: toTag(target) });

describe('opening hours', () => {
  it.each([
    ['Mon–Fri 9–17, Sat 9–13', 'en', 'de', 'Mo–Fr 9–17, Sa 9–13'],
    ['Mon-Fri 9 am-5:30 pm; Sun closed', 'en', 'de', 'Mo–Fr 9:00–17:30; So geschlossen'],
    ['Monday to Friday: 9 to 5 pm', 'en', 'fr', 'Lundi à vendredi : 9 h–17 h'],
    ['Sat & Sun: 1–5 pm', 'en', 'es', 'Sáb & dom: 13:00–17:00'],
    ['Sunday: Closed.', 'en', 'ru', 'Воскресенье: Закрыто.'],
    ['Mo.–Fr. 9 bis 18 Uhr', 'de', 'en', 'Mon–Fri 9:00–18:00'],
    ['montags und dienstags geschlossen.', 'de', 'en', 'Monday and Tuesday closed.'],
    ['sábado de 9 a 13 h', 'es', 'en', 'Saturday 9:00–13:00'],
    [
      'du lundi au vendredi, 9 h-18 h ; samedi, 9 h-12 h 30',
      'fr',
      'en',
      'Monday to Friday, 9:00–18:00; Saturday, 9:00–12:30',
    ],
    ['lun-ven 9-18, sab 9-13', 'it', 'en', 'Mon–Fri 9–18, Sat 9–13'],
    [
      'ma t/m vr 9.00-18.00 uur, za 9.00-13.00 uur',
      'nl',
      'en',
      'Mon–Fri 9:00–18:00, Sat 9:00–13:00',
    ],
    ['pon.–pt. 9:00–18:00, sob. 9:00–13:00', 'pl', 'en', 'Mon–Fri 9:00–18:00, Sat 9:00–13:00'],
    ['od poniedziałku do piątku 9:00-18:00', 'pl', 'en', 'monday to Friday 9:00–18:00'],
    ['пн–пт 9:00–18:00, сб 9:00–13:00', 'ru', 'en', 'mon–Fri 9:00–18:00, Sat 9:00–13:00'],
    ['seg. a sex. das 9h às 18h', 'pt-BR', 'en', 'Mon–Fri 9:00–18:00'],
    ['Mon-Fri 9-17', 'en', 'pt-BR', 'Seg.–sex. 9–17'],
  ])('are translated by tables: %s', (line, source, target, expected) => {
    expect(translate(line, source, target)?.toLowerCase()).toBe(expected.toLowerCase());
  });

  it('begin with a capital as the line does', () => {
    expect(translate('Mon 9-17', 'en', 'fr')).toBe('Lun. 9–17');
    expect(translate(' mar. 9-17\n', 'fr', 'es')).toBe(' mar 9–17\n');
  });

  it.each([
    'Monday',
    'Monday to Friday',
    '9 to 5',
    'Sun and rain',
    'I sat 9 hours',
    'Mon 9 apples',
    'to Monday 9',
    'Monday – 9',
    'Mon 9 10',
    'Closed on Monday and',
    'Fri 9.10.',
    'Mon 9',
    '10-12 Mon',
    'Closed on Sunday',
    'Sun from 2 pm',
    'Closed from Monday',
    'Mon-Sun 24 h',
    'Mon 7,5 h',
    'Mon 9am-5',
    'Fri 9-1 am',
    'Mon 24.12 closed',
  ])('are not what has other words, or no time: %s', (line) => {
    expect(translate(line, 'en', 'de')).toBeUndefined();
  });

  it.each([
    ['fr', 'vendredi 13 à 20 h'],
    ['es', 'viernes 13 a las 20:00'],
    ['it', 'ven 5, 10:30'],
    ['it', '5 mar'],
    ['pt', '10 seg'],
    ['de', 'Fr. 20'],
    ['de', 'Mi 10'],
    ['pl', 'Cz. 2'],
    ['ru', 'с понедельника закрыто'],
  ])('are no dates, durations or prices: %s, %s', (source, line) => {
    expect(translate(line, source, 'en')).toBeUndefined();
  });

  it('are left to models where a language is not known', () => {
    expect(translate('Mon 9-17', 'en', 'ja')).toBeUndefined();
  });

  it('keep their numbers, whatever the line', () => {
    const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ru'] as LanguageTag[];
    const part = fc.constantFrom(
      ...'Mon|Tue| |–|, |9|17|:|:30| to |closed| and |Sat.|24'.split('|'),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 14 }),
        fc.constantFrom(...languages),
        (parts, target) => {
          const line = parts.join('');
          const translated = translate(line, 'en', target);
          if (translated === undefined) return;
          const numbers = (text: string) => text.match(/\d+/g)?.map(Number).filter(Boolean) ?? [];
          expect(numbers(translated)).toEqual(numbers(line));
        },
      ),
    );
  });
});
