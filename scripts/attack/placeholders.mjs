/** Placeholders of many systems; their names are words that an engine would translate. */
const PLACEHOLDERS = [
  ...['%s', '%d', '%1$s', '%(count)d', '%@', '%.2f'],
  ...['{0}', '{name}', '{{user}}', '$' + '{house}', '#{house}', '<0>', '</0>', '$USER$'],
  ...['https://example.com/house?dog=1', 'info@example.com', '/usr/share/house', '`house()`'],
  ...['#house', '@dog', '\u{1f469}\u200d\u{1f4bb}', '2024-01-31', 'v1.2.3'],
];
const SENTENCES = [
  'The house has PLACE windows.',
  'PLACE is here.',
  'Open PLACE, then close PLACE again.',
  'You have PLACE messages from PLACE.',
  'The dog (PLACE) is big.',
];
const TARGETS = ['ES', 'CA', 'DE'];

/** Every placeholder in every sentence; it must be in the translation as often as in the source. */
export const translatePlaceholders = async ({ post }) => {
  let strings = 0;
  let damaged = 0;
  let refused = 0;
  for (const target_lang of TARGETS) {
    for (const placeholder of PLACEHOLDERS) {
      const text = SENTENCES.map((sentence) => sentence.replaceAll('PLACE', () => placeholder));
      const { status, text: answer } = await post({ text, source_lang: 'EN', target_lang });
      if (status !== 200) {
        // Not every installation has every language.
        refused += text.length;
        continue;
      }
      strings += text.length;
      for (const [index, { text: translated }] of JSON.parse(answer).translations.entries()) {
        const count = (where) => where.split(placeholder).length;
        if (count(translated) === count(text[index])) continue;
        damaged++;
        process.stderr.write(`${target_lang}: ${text[index]} -> ${translated}\n`);
      }
    }
  }
  return { strings, refused, failures: damaged };
};
