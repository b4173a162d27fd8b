import { describe, expect, it } from 'vitest';
import {
  compareNumbers,
  keepsNumbers,
  numberTokens,
  withSoundSeparators,
} from './compare-numbers.js';

const toGerman = { source: 'en', target: 'de' };

describe('the numbers of a translation', () => {
  it('differ where the pronoun looks like a Roman numeral', () => {
    const toEnglish = { source: 'de', target: 'en' };
    expect(keepsNumbers('Ich nahm Zimmer 1.', 'I took the room.', toEnglish)).toBe(false);
  });

  it('do not differ where a full hour gets minutes', () => {
    const toEnglish = (source: string) => ({ source, target: 'en' });
    expect(keepsNumbers('um 15 Uhr', 'at 15:00', toEnglish('de'))).toBe(true);
    expect(keepsNumbers('1½ Stunden', '1.5 hours', toEnglish('de'))).toBe(true);
    expect(keepsNumbers('1 ¾ Stunden', '1¾ hours', toEnglish('de'))).toBe(true);
    expect(keepsNumbers('1½ Stunden', '1.25 hours', toEnglish('de'))).toBe(false);
    expect(keepsNumbers('de 9 h à 17 h', 'from 9:00 to 17:00', toEnglish('fr'))).toBe(true);
    expect(keepsNumbers('9–17 Uhr', '9:00–17:00', toEnglish('de'))).toBe(true);
    expect(keepsNumbers('15 Äpfel', '15:00 apples', toEnglish('de'))).toBe(false);
  });

  it('differ where a letter looks like a Roman numeral', () => {
    expect(keepsNumbers('Take 100 mg daily.', 'Nehmen Sie täglich Vitamin C.', toGerman)).toBe(
      false,
    );
    expect(keepsNumbers('the 5th century', 'das V. Jahrhundert', toGerman)).toBe(true);
  });

  it.each(['pt', 'xx'])('differ where a part is said twice, from %s', (source) => {
    const toEnglish = { source, target: 'en' };
    for (const [text, translated] of [
      ['A reunião é no dia 1998-08-27.', 'The meeting is on 1998-08-08-27.'],
      ['O livro tem o número ISBN 978-3-85-414363-0.', 'The book is ISBN 978-3-85-85-414363-0.'],
      ['A falha CVE-2026-29670 no servidor.', 'The CVE-2026-296-29670 on the server.'],
    ] as const) {
      expect(keepsNumbers(text, translated, toEnglish)).toBe(false);
    }
    expect(keepsNumbers('Jednak nie wiem.', 'But I know 1.', { source: 'pl', target: 'en' })).toBe(
      false,
    );
    expect(keepsNumbers('Tenho vinte e cinco anos.', 'I am 25 years old.', toEnglish)).toBe(true);
  });

  it.each([
    ['He was born in 1966.', 'Er wurde 19666 geboren.'],
    ['The meeting is on 2002-11-12 at 19:53.', 'Die Besprechung ist 2002-112 bei 19:53.'],
    ['The meeting is on 2016-02-25.', 'Die Besprechung ist am 2016-02-025.'],
    ['The fine is £5550 plus 72% tax.', 'Die Strafe ist £55550 plus 72% Steuer.'],
    ['Please pay €9,760.00 today.', 'Bitte zahle heute €9,7600.'],
    ['Call +42 336 8208 now.', 'Rufen Sie jetzt +42 36 8208 an.'],
    ['See CVE-2024-12345.', 'Siehe CVE-202024-12345.'],
    ['It measures 788.22 metres.', 'Es misst 78.22 Meter.'],
    ['from 22.40 to 688.16', 'von 222.40 bis 68.16'],
    ['ISBN 978-3-16-148410-0', 'ISBN 978-3-16-148410'],
    ['ISBN 978-3-79-858503-0', 'ISBN 978-79-858503-03-0'],
    ['Room 11 and room 11', 'Raum 11 und Raum'],
    ['from 73.62–245.16', 'von 73.62 hinter2Köpfen245.16'],
    ['The house is old.', 'Das Haus ist 47 Jahre alt.'],
    ['I bought ISBN 978 5 4044 3693 1.', 'Ich kaufte ein Buch, ISBN 978 5 4044 3693.'],
    ['Room 1 is a large room.', 'Der Raum ist ein großer Raum.'],
    ['Pay 29486 EUR today.', 'Zahlen Sie heute 29486 ODER.'],
    ['It costs USD 400.', 'Es kostet 400.'],
    ['The fine is £5550 plus 72% tax.', 'Die Strafe ist 5550 plus 72% Steuer.'],
    ['Please pay €9,760.00 now.', 'Bitte zahlen Sie jetzt 9.760,00.'],
    ['It costs 5 $ or 6 €.', 'Es kostet 5 $ oder 6.'],
    ['A battery with 5 cells and 12 V.', 'Eine Batterie mit 12 V.'],
  ])('differ: "%s" → "%s"', (source, translated) => {
    expect(keepsNumbers(source, translated, toGerman)).toBe(false);
  });

  it.each([
    ['en', 'de', 'It costs 1,234.50 euros.', 'Es kostet 1.234,50 Euro.'],
    ['en', 'fr', 'It costs 12,345 euros.', 'Cela coûte 12 345 euros.'],
    ['en', 'fr', 'It costs 400 USD.', 'Cela coûte 400 $.'],
    ['fr', 'en', 'Payez 400 EUR.', 'Pay 400 euros.'],
    ['en', 'it', 'The fine is £5550.', 'La multa è di 5550 sterline.'],
    ['en', 'fr', 'The fine is £5550.', "L'amende est de 5550 livres."],
    ['en', 'es', 'It costs US$400 or $500.', 'Cuesta 400 o 500 dólares.'],
    ['en', 'ru', 'It costs €400 or 30 EUR.', 'Это стоит 400 или 30 евро.'],
    ['en', 'ja', 'It costs £40.', '40ポンドです。'],
    ['en', 'de', 'Type $1 or ¥ 5.', 'Schreiben Sie $1 oder 5 ¥.'],
    ['en', 'es', 'Chapter 5', 'Capítulo cinco'],
    ['en', 'de', 'The train leaves at 3:15 pm.', 'Der Zug fährt um 15:15 Uhr.'],
    ['en', 'de', 'We meet at 3 pm.', 'Wir treffen uns um 15:00 Uhr.'],
    ['en', 'fr', 'From 9 a.m. to 5 p.m.', 'De 9 h 00 à 17 h 00'],
    ['en', 'it', 'Open until 11 pm', 'Aperto fino alle 23.00'],
    ['en', 'de', 'It was on 2000-03-09.', 'Es war am 9. März 2000.'],
    ['en', 'de', 'Open from 9:30 to 10', 'Geöffnet von 09:30 bis 10'],
    ['en', 'it', 'in the 19th century', 'nel XIX secolo'],
    ['en', 'de', 'the music of the 1960s', 'die Musik der 60er'],
    ['en', 'de', 'She is twenty-five years old.', 'Sie ist 25 Jahre alt.'],
    ['de', 'en', 'Es sind drei Hunde.', 'There are 3 dogs.'],
    ['en', 'de', 'I have 1 dog and a cat.', 'Ich habe einen Hund und eine Katze.'],
    ['en', 'pl', 'I have 2 dogs and 12 cats.', 'Mam dwa psy i dwanaście kotów.'],
    ['pl', 'en', 'Spotkanie jest piątego maja o ósmej.', 'The meeting is on 5 May at 8.'],
    ['pl', 'en', 'Ma dwadzieścia pięć lat, jednak nie pracuje.', 'She is 25 but does not work.'],
    ['en', 'ru', 'I have 2 dogs and 12 cats.', 'У меня две собаки и двенадцать кошек.'],
    ['ru', 'en', 'Встреча пятого мая в восемь.', 'The meeting is on 5 May at 8.'],
    ['ru', 'en', 'Ей двадцать пять лет.', 'She is 25.'],
    ['en', 'ru', 'It was on 2000-03-09.', 'Это было 9 марта 2000 года.'],
    ['en', 'pl', 'It was on 2000-03-09.', 'To było 9 marca 2000.'],
    ['en', 'de', 'It was on 5/3/2000.', 'Es war am fünften März 2000.'],
    ['de', 'en', 'Es war am 5.12.', 'It was on the fifth of December.'],
    ['en', 'pt', 'It was on 2000-03-09.', 'Foi a 9 de março de 2000.'],
    ['pt', 'en', 'Custa R$ 400.', 'It costs 400 reais.'],
    ['en', 'fr', 'Add 5 kg of flour.', 'Ajoutez cinq kilos de farine.'],
    ['en', 'hu', 'There are 3 dogs.', 'Három kutya van.'],
    ['en', 'ja', 'It costs 20,000 yen.', '20000円です。'],
    ['en', 'ar', 'There are 123 books.', 'هناك ١٢٣ كتابا.'],
  ])('are the same in other forms, %s to %s: "%s" → "%s"', (from, to, source, translated) => {
    expect(compareNumbers(source, translated, { source: from, target: to })).toEqual({
      lost: [],
      added: [],
    });
  });

  it.each([
    ['de', 'en', 'Die 12 Mitglieder haben entschieden.', 'The members have decided.', '12'],
    ['en', 'es', 'We saw 3 boats.', 'Vimos barcos en el mar.', '3'],
    ['de', 'en', 'Bis zu 5 Personen.', 'People may come.', '5'],
    ['en', 'fr', 'We need 9 chairs.', 'Il faut sept chaises.', '9'],
    ['en', 'pl', 'The 5 estates', 'Majątki', '5'],
  ])(
    'are lost where a word only begins like a month, %s to %s: "%s" → "%s"',
    (from, to, source, translated, lost) => {
      const found = compareNumbers(source, translated, { source: from, target: to }).lost;
      expect(found.map(({ start, end }) => source.slice(start, end))).toEqual([lost]);
    },
  );

  it('say where those are that are lost', () => {
    const source = 'Call +42 336 8208 or room 544-B.';
    const { lost } = compareNumbers(source, 'Rufen Sie +42 36 8208 an oder Raum 544-B.', toGerman);
    expect(lost.map(({ start, end }) => source.slice(start, end))).toEqual(['42 336']);
  });
});

it('numbers are found in passing in long words', () => {
  expect(numberTokens('a'.repeat(100_000))).toEqual([]);
  expect(numberTokens('a-'.repeat(50_000))).toEqual([]);
  const different = Array.from({ length: 20_000 }, (_, index) => index + 13).join(', ');
  expect(keepsNumbers('a', different, toGerman)).toBe(false);
  expect(keepsNumbers('111 '.repeat(20_000), '111 '.repeat(20_000), toGerman)).toBe(true);
});

it('numbers stand in their signs and letters', () => {
  const text = 'Pay €9,760.00 to DE89 3704 for CVE-2024-12345, room 544-B, at 19:53.';
  expect(numberTokens(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '€9,760.00',
    'DE89',
    '3704',
    'CVE-2024-12345',
    '544',
    '19:53',
  ]);
});

describe('separators that no language has together', () => {
  it.each([
    ['Pay €9,760.00 now.', 'Zahle jetzt €9.760.00.', 'Zahle jetzt €9,760.00.'],
    ['It is $1,234,567.89.', 'Es sind 1.234,567.89 $.', 'Es sind 1,234,567.89 $.'],
    ['Pay €9,760.00 now.', 'Zahle jetzt 9.760,00 €.', 'Zahle jetzt 9.760,00 €.'],
    ['Release 1.2.3 is out.', 'Version 1.2.3 ist da.', 'Version 1.2.3 ist da.'],
    ['On 9/3/2000.', 'Am 9.3.2000.', 'Am 9.3.2000.'],
    ['On 2026-04-15 at noon.', 'Mittags am 2026.4-15.', 'Mittags am 2026-04-15.'],
    ['Pages 10.5-12.', 'Seiten 10.5-12.', 'Seiten 10.5-12.'],
  ])('give way to those of the source: "%s" → "%s"', (source, translated, sound) => {
    expect(withSoundSeparators(source, translated)).toBe(sound);
  });

  it('are found in a time that depends on the length of the text only', () => {
    expect(withSoundSeparators('', '1.'.repeat(50_000))).toBe('1.'.repeat(50_000));
  });
});

it('amounts are held fast with their currency', () => {
  const text = 'Pay 29486 EUR or USD 5, US$ 7, £5550, 72% or 30 €.';
  expect(numberTokens(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '29486 EUR',
    'USD 5',
    'US$ 7',
    '£5550',
    '72',
    '30 €',
  ]);
});
