import { describe, expect, it } from 'vitest';
import { inCapitals } from '../conformance/in-capitals.js';

const xliff = (units: string, language = ''): string =>
  `<xliff version="1.2"><file source-language="en"${language}><body>${units}</body></file></xliff>`;

const MESSAGE =
  '{VAR_PLURAL, plural, =0 {just now} other {<x id="INTERPOLATION" equiv-text="{{n}}"/> minutes &amp; <x id="START_B"/>more<x id="CLOSE_B"/>}}';
const IN_CAPITALS = MESSAGE.replace('just now', 'JUST NOW')
  .replace('minutes', 'MINUTES')
  .replace('more', 'MORE');

describe('an ICU message in XLIFF', () => {
  it.each(['', '<target/>', `<target state="new">${MESSAGE}</target>`])(
    'has its branches translated beside %j',
    async (target) => {
      const { units, written } = await inCapitals(
        xliff(`<trans-unit id="1"><source>${MESSAGE}</source>${target}</trans-unit>`),
        'xliff',
      );
      expect(units).toEqual([
        'just now',
        '<n id="1">{INTERPOLATION}</n> minutes &amp; <n id="2"></n>more<n id="3"></n>',
      ]);
      expect(written).toBe(
        xliff(
          `<trans-unit id="1"><source>${MESSAGE}</source><target state="needs-review-translation">${IN_CAPITALS}</target></trans-unit>`,
        ),
      );
    },
  );

  it('gets the plural forms of the target language', async () => {
    const { written, notes } = await inCapitals(
      xliff(`<trans-unit id="1"><source>${MESSAGE}</source></trans-unit>`),
      'xliff',
      { targetLanguage: 'pl' },
    );
    expect(written).toMatch(/many \{<x id="INTERPOLATION"[^>]*\/> MINUTES/);
    expect(notes).toEqual([expect.stringContaining('one, few, many')]);
  });

  it('is in the segments of version 2, too', async () => {
    const source = '<source>{n, select, a {one} other {two}}</source>';
    const file = (target: string): string =>
      `<xliff version="2.0" srcLang="en"><file id="f"><unit id="u"><segment>${source}${target}</segment></unit></file></xliff>`;
    expect((await inCapitals(file(''), 'xliff')).written).toBe(
      file('<target>{n, select, a {ONE} other {TWO}}</target>'),
    );
  });

  it('is a text like others where it is damaged', async () => {
    const { units } = await inCapitals(
      xliff('<trans-unit id="1"><source>{n, plural, one {a</source></trans-unit>'),
      'xliff',
    );
    expect(units).toEqual(['{n, plural, one {a']);
  });
});
