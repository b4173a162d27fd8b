import type { Filter } from '../model.js';
import { createParagraphCollector } from '../paragraph-collector.js';
import { readTextFile, textDocument } from '../text-part.js';
import { readTexSlots } from './tex-reader.js';

const INPUT_ENCODING = /\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}/;
const ENCODINGS: Readonly<Record<string, string>> = {
  latin1: 'iso-8859-1',
  latin2: 'iso-8859-2',
  latin9: 'iso-8859-15',
  ansinew: 'windows-1252',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1252: 'windows-1252',
  'koi8-r': 'koi8-r',
  applemac: 'macintosh',
};

/** LaTeX and plain TeX: their paragraphs, headings, captions, items, cells and notes. */
export const readTex: Filter = (bytes, options) => {
  const head = Buffer.from(bytes.subarray(0, 64 * 1024)).toString('latin1');
  const declared = ENCODINGS[INPUT_ENCODING.exec(head)?.[1] ?? ''];
  const file = readTextFile(bytes, options, declared);
  const collector = createParagraphCollector(options.limits);
  const slots = readTexSlots(file.text, (paragraph) => collector.add(paragraph), options.limits);
  return textDocument(
    file,
    { text: file.text, slots, inventory: countCommands },
    collector.paragraphs,
    {
      declareUtf8: (text) =>
        text.replace(INPUT_ENCODING, (whole, name: string) => whole.replace(name, 'utf8')),
    },
  );
};

const COUNTED =
  /\\[\\%]|%[^\r\n]*|\\(begin|end|item|label|ref|cite|footnote|caption|includegraphics|(?:sub)*section|chapter|part)(?![a-zA-Z])/g;

/** Commands that have to be there as often after the translation as before. */
const countCommands = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const [, name] of text.matchAll(COUNTED)) {
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};
