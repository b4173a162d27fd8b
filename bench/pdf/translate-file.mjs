import { readFileSync, writeFileSync } from 'node:fs';
import { readDocument, writeDocument } from '@dragoman/documents';

/** German is longer than English, mostly in its long words. */
const longer = (word) => (word.length > 5 ? `${word.replace(/e/, 'ä')}en` : word);

const translate = ({ text, hasMarkup }) =>
  hasMarkup
    ? text.replace(/(<n [^>]*>[^<]*<\/n>|<[^>]*>|&\w+;)|\p{L}+/gu, (whole, code) =>
        code ? whole : longer(whole),
      )
    : text.replace(/\p{L}+/gu, longer);

const [source, result] = process.argv.slice(2);
const idle = process.memoryUsage.rss();
const began = process.cpuUsage();
let most = idle;
const bytes = readFileSync(source);
const document = await readDocument(bytes, {
  format: 'pdf',
  targetLanguage: 'de',
  outputFormat: 'pdf',
});
most = Math.max(most, process.memoryUsage.rss());
const translations = document.units.map(translate);
const written = await writeDocument(document, translations, { targetLanguage: 'de' });
most = Math.max(most, process.memoryUsage.rss(), process.resourceUsage().maxRSS * 1024);
const { user, system } = process.cpuUsage(began);
writeFileSync(result, written.bytes);

/** Blocks of which the result still has the words that were to be replaced. */
const again = await readDocument(written.bytes, { format: 'pdf' });
const plain = (text) => text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
const wanted = document.units.filter((unit, index) => translations[index] !== unit.text);
const found = new Map();
for (const { text } of again.units) found.set(plain(text), (found.get(plain(text)) ?? 0) + 1);
const left = wanted.filter(({ text }) => plain(text).length > 12 && found.has(plain(text))).length;

process.stdout.write(
  JSON.stringify({
    units: document.units.length,
    left,
    notes: written.notes,
    cpuSeconds: (user + system) / 1e6,
    mebibytes: Math.round((most - idle) / 1024 / 1024),
  }),
);
