import { expect, it } from 'vitest';
import { keepsAfternoons } from './times.js';

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
