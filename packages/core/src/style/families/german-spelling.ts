import { rowsOf, type StyleFamily } from './family.js';

const VOWELS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** German without the letters that other keyboards lack. */
export const germanSpelling: StyleFamily = {
  options: [
    ...rowsOf('spelling_and_grammar.eszett', { replace_eszett_with_ss: { eszett: 'ss' } }, ['de']),
    ...rowsOf(
      'spelling_and_grammar.umlauts',
      { replace_umlauts_with_ae_oe_ue: { umlauts: 'ae' } },
      ['de'],
    ),
  ],
  edit(text, { eszett, umlauts }) {
    const written = (letters: string, at: number): string => {
      const neighbours = [text[at - 1] ?? '', text[at + 1] ?? ''].filter((one) =>
        /\p{L}/u.test(one),
      );
      const isAllCapitals = neighbours.length > 0 && neighbours.every((one) => /\p{Lu}/u.test(one));
      return isAllCapitals ? letters.toUpperCase() : letters;
    };
    return text.replace(/[äöüÄÖÜßẞ]/g, (letter, at: number) => {
      const lower = letter.toLowerCase();
      if (lower === 'ß') return eszett === undefined ? letter : written('ss', at);
      const vowels = VOWELS[lower];
      if (umlauts === undefined || vowels === undefined) return letter;
      if (letter === lower) return vowels;
      return written(vowels[0]?.toUpperCase() + vowels.slice(1), at);
    });
  },
};
