import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StyleContext, StyleSettings } from './family.js';
import { numberLocaliser } from './numbers.js';
import { STYLE_FAMILIES } from './plan-style.js';

const context = (source = '', sourceLanguage = 'en', language = 'de'): StyleContext => ({
  source,
  sourceLanguage,
  language,
});

const edit = (text: string, settings: StyleSettings, given: StyleContext = context()): string =>
  STYLE_FAMILIES.reduce((edited, family) => family.edit(edited, settings, given), text);

type Row = readonly [before: string, after: string];

const rows = (settings: StyleSettings, cases: readonly Row[], given?: StyleContext) =>
  it.each(cases)('%s becomes %s', (before, after) => {
    expect(edit(before, settings, given)).toBe(after);
  });

describe('ellipses', () => {
  rows({ ellipsis: '…' }, [
    ['Wait...', 'Wait…'],
    ['Wait. . .', 'Wait…'],
    ['Wait....', 'Wait....'],
    ['Wait…', 'Wait…'],
  ]);
  rows({ ellipsis: '. . .' }, [['Wait… no', 'Wait. . . no']]);
  rows({ ellipsis: '…' }, [['... ... and so on', '… … and so on']]);
});

describe('apostrophes', () => {
  rows({ apostrophe: '’' }, [
    ["It isn't the dogs' bone.", 'It isn’t the dogs’ bone.'],
    ["He said 'it isn't so'.", "He said 'it isn’t so'."],
    ['5\' 3"', '5\' 3"'],
  ]);
  rows({ apostrophe: "'" }, [['l’eau', "l'eau"]]);
});

describe('quotations', () => {
  rows({ quotations: 'curly' }, [
    ['Sie sagte "ja".', 'Sie sagte „ja“.'],
    ['Sie sagte «ja».', 'Sie sagte „ja“.'],
    ['Ein 5" Rohr', 'Ein 5" Rohr'],
    ['Ein 5" und ein 7" Rohr', 'Ein 5" und ein 7" Rohr'],
    ['„Er sagte «ja»“', '„Er sagte «ja»“'],
  ]);
  rows({ quotations: 'straight' }, [['„ja“ und »nein«', '"ja" und "nein"']]);
  rows({ quotations: 'curly' }, [['Dijo «sí».', 'Dijo “sí”.']], context('', 'en', 'es'));
  rows(
    { quotations: 'guillemets' },
    [['Il dit "oui".', 'Il dit «\u00a0oui\u00a0».']],
    context('', 'en', 'fr'),
  );
  rows(
    { quotations: 'straight' },
    [['Il dit «\u00a0oui\u00a0».', 'Il dit "oui".']],
    context('', 'en', 'fr'),
  );
});

describe('numbers', () => {
  it.each([
    ['many numbers', '', 'a Bc 1.5 ', 200_000, 'a Bc 1.5 '],
    ['a number of many groups', '1', ',234', 400_000, '.234'],
  ])(
    'are written in a time that grows with the text only: %s',
    (_, start, part, count, written) => {
      const text = start + part.repeat(count);
      const format = { decimal: ',', group: '.' } as const;
      const settings = { shortNumbers: format, longNumbers: format };
      expect(edit(text, settings, context(text))).toBe(start + written.repeat(count));
    },
  );

  const german: StyleSettings = {
    shortNumbers: { decimal: ',', group: '.' },
    longNumbers: { decimal: ',', group: '.' },
  };
  rows(
    german,
    [
      ['1,234 Leute', '1.234 Leute'],
      ['1.234 Leute', '1.234 Leute'],
      ['3.50 Euro', '3,50 Euro'],
      ['12,345.67', '12.345,67'],
      ['etwas mit Python 3.50', 'etwas mit Python 3.50'],
      ['Abschnitt 3.50', 'Abschnitt 3.50'],
      ['1234 und 12345', '1234 und 12345'],
      // Nothing in the source has this value.
      ['9.75 und 1.2.3', '9.75 und 1.2.3'],
    ],
    context('1,234 people, 3.50, 12,345.67'),
  );
  rows(
    { shortNumbers: { group: '' }, longNumbers: { decimal: ',' } },
    [
      ['1,234', '1234'],
      ['12,345.67', '12.345,67'],
    ],
    context('1,234 and 12,345.67'),
  );
  rows({ shortNumbers: { decimal: '.' } }, [['1.234', '1.234']], context('1.234', 'es', 'en'));
});

describe('the separators of numbers that were copied', () => {
  const localised = (text: string, from: string, to: string, source = text): string =>
    numberLocaliser(context(source, from, to))?.(text) ?? text;

  it.each([
    ['en', 'de', 'Es kostet $1,299.00.', 'Es kostet $1.299,00.'],
    ['en', 'pl', 'Miasto ma 1,234,567 osób.', 'Miasto ma 1\u00a0234\u00a0567 osób.'],
    ['en', 'fr', 'Il a 12,500 €.', 'Il a 12\u202f500 €.'],
    ['en', 'de', 'Ein Rabatt von 2.5% auf $9.90', 'Ein Rabatt von 2,5% auf $9,90'],
    ['de', 'en', 'The invoice is over 1.250,50 €.', 'The invoice is over 1,250.50 €.'],
    ['de', 'en', 'It has 1.234.567 inhabitants.', 'It has 1,234,567 inhabitants.'],
    ['de', 'en', 'It was 21,5 degrees.', 'It was 21.5 degrees.'],
    ['fr', 'en', 'It costs 1 250,50 euros.', 'It costs 1,250.50 euros.'],
    ['de', 'en', 'It is 1.234km away and 2,5m high.', 'It is 1,234km away and 2.5m high.'],
    ['en', 'de', 'Es wiegt 1,234.5kg.', 'Es wiegt 1.234,5kg.'],
  ])('become those of the language, %s to %s: %s', (from, to, text, expected) => {
    expect(localised(text, from, to)).toBe(expected);
  });

  it.each([
    ['en', 'de', 'Es läuft mit Version 1.250 oder 3.5.'],
    ['en', 'de', 'Am 3.9.2026 um 12.30'],
    ['fr', 'en', 'Call 555 123 456.'],
    ['en', 'de', 'Teil 1,234abc und 1,234x5'],
    ['de', 'en', 'Art.-Nr. 12.345.678 and No. 1.250'],
    ['en', 'zh', '价格为 $1,299.00。'],
    ['de', 'fr', 'Elle a 1.250,50 €.'],
  ])('stay where that is not certain, or the same, %s to %s: %s', (from, to, text) => {
    const source = from === 'de' && to === 'fr' ? 'Sie hat 999 €.' : text;
    expect(localised(text, from, to, source)).toBe(text);
  });
});

describe('ranges', () => {
  rows({ range: '–' }, [
    ['pages 5-10', 'pages 5–10'],
    ['1990 - 1995', '1990–1995'],
    ['555-1234', '555-1234'],
    ['2020-11-22', '2020-11-22'],
    ['10 - 5', '10 - 5'],
    ['2 - 4 = -2', '2 - 4 = -2'],
  ]);
});

describe('spacing', () => {
  rows({ percentSpace: '\u00a0' }, [['5% und 10 %', '5\u00a0% und 10\u00a0%']]);
  rows({ unitSpace: '' }, [['5 km, 3 GB, 2 m', '5km, 3GB, 2 m']]);
  rows({ dimensions: ' × ' }, [
    ['10x20x30', '10 × 20 × 30'],
    ['0x20', '0x20'],
  ]);
});

describe('times', () => {
  const english = context('', 'de', 'en');
  rows({ hoursMinutes: 'h' }, [
    ['à 14:30', 'à 14h30'],
    ['à 14 h 30', 'à 14h30'],
    ['14:30:20 et 1:2', '14:30:20 et 1:2'],
  ]);
  rows(
    { clock: '24 hours' },
    [
      ['at 3:30 pm', 'at 15:30'],
      ['at 12 a.m.', 'at 0:00.'],
      ['at 12 a.m. sharp', 'at 0:00 sharp'],
    ],
    english,
  );
  rows(
    { meridiem: 'a.m.' },
    [
      ['at 3:30 PM, or 4am', 'at 3:30 p.m., or 4 a.m.'],
      ['Come at 3 pm.', 'Come at 3 p.m.'],
    ],
    english,
  );
  rows({ meridiem: 'AM' }, [['Come at 3 p.m. Or later.', 'Come at 3 PM. Or later.']], english);
});

describe('eras', () => {
  rows({ era: 'BCE and CE' }, [['44 BC and AD 79', '44 BCE and 79 CE']]);
  rows({ era: 'BC and AD' }, [['44 BCE and 79 CE', '44 BC and AD 79']]);
});

describe('German spelling', () => {
  rows({ eszett: 'ss' }, [['Straße, STRAẞE', 'Strasse, STRASSE']]);
  rows({ umlauts: 'ae' }, [['Übel, ÜBEL, schön', 'Uebel, UEBEL, schoen']]);
});

const PIECES = [
  '"',
  "'",
  '“',
  '”',
  '«',
  '»',
  '„',
  '’',
  '.',
  '...',
  '…',
  ' ',
  '\u00a0',
  ', ',
  '\uE0F0',
  '-',
  'word',
  'Straße',
  'don',
  't',
  '%',
  'km',
  'pm',
  'a.m.',
  'BC',
  'AD ',
  ' h ',
  ':',
  'x',
  '5',
  '12',
  '30',
  '2020',
  '345',
  '1,234',
  '1.234',
  '3.5',
  '12,345.67',
];
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((all) => all.join(''));
const anySettings: fc.Arbitrary<StyleSettings> = fc.oneof(
  ...STYLE_FAMILIES.flatMap(({ options }) => options).map(({ settings }) => fc.constant(settings)),
);
const anyLanguage = fc.constantFrom('en', 'de', 'fr', 'es', 'ja');

describe('every edit', () => {
  it('changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(
        anyText,
        anySettings,
        anyText,
        anyLanguage,
        (text, settings, source, language) => {
          const given = context(source, 'en', language);
          const once = edit(text, settings, given);
          expect(edit(once, settings, given)).toBe(once);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('keeps the signs that stand for what must stay', () => {
    fc.assert(
      fc.property(anyText, anySettings, (text, settings) => {
        const signs = (written: string) => written.split('\uE0F0').length;
        expect(signs(edit(text, settings))).toBe(signs(text));
      }),
    );
  });

  it('keeps all words where it is about something else', () => {
    const wordsOf = (text: string) => text.match(/[a-zA-ZäöüÄÖÜß]+/g) ?? [];
    const isAboutWords = ({
      eszett,
      umlauts,
      era,
      hoursMinutes,
      clock,
      meridiem,
      dimensions,
    }: StyleSettings) =>
      [eszett, umlauts, era, hoursMinutes, clock, meridiem, dimensions].some(
        (one) => one !== undefined,
      );
    fc.assert(
      fc.property(anyText, anySettings, (text, settings) => {
        fc.pre(!isAboutWords(settings));
        expect(wordsOf(edit(text, settings, context(text)))).toEqual(wordsOf(text));
      }),
    );
  });
});
