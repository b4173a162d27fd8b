import { readFileSync, writeFileSync } from 'node:fs';
import { readDocument, writeDocument } from '@dragoman/documents';
import { createTranslation } from './swap-words.mjs';

const [source, result, language = 'de'] = process.argv.slice(2);
const translate = createTranslation(language);
const RIGHT_TO_LEFT = /^(?:ar|he)$/;
const idle = process.memoryUsage.rss();
const began = process.cpuUsage();
let most = idle;
const bytes = readFileSync(source);
const document = await readDocument(bytes, {
  format: 'pdf',
  targetLanguage: language,
  outputFormat: 'pdf',
});
most = Math.max(most, process.memoryUsage.rss());
const translations = document.paragraphs.map(translate);
const written = await writeDocument(document, translations, {
  targetLanguage: language,
  ...(RIGHT_TO_LEFT.test(language) && { direction: 'rtl' }),
});
most = Math.max(most, process.memoryUsage.rss(), process.resourceUsage().maxRSS * 1024);
const { user, system } = process.cpuUsage(began);
writeFileSync(result, written.bytes);

/** Blocks of which the result still has the words that were to be replaced. */
const again = await readDocument(written.bytes, { format: 'pdf' });
const plain = ({ text }) => text.replace(/\s+/g, ' ');
const wanted = document.paragraphs.filter(
  (paragraph, index) => translations[index].text !== paragraph.text,
);
const found = new Map();
for (const paragraph of again.paragraphs)
  found.set(plain(paragraph), (found.get(plain(paragraph)) ?? 0) + 1);
const left = wanted.filter(
  (paragraph) => plain(paragraph).length > 12 && found.has(plain(paragraph)),
).length;

process.stdout.write(
  JSON.stringify({
    paragraphs: document.paragraphs.length,
    left,
    notes: written.notes,
    cpuSeconds: (user + system) / 1e6,
    mebibytes: Math.round((most - idle) / 1024 / 1024),
  }),
);
