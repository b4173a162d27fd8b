import { protect } from '../../host/testing/protect.js';
import type { AlignedText, Link, Range } from '../alignment/aligned-text.js';
import { carryAround, putBack } from '../carry-spans.js';
import { type Aligner, tagKindsOf, translateTagged } from '../unit-translator.js';

/** The words of a line as the engine tells them. */
export const lineWords = (text: string): readonly (Range & { readonly text: string })[] =>
  Array.from(text.matchAll(/[^ ]+/g), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));

/** Each word on its own; says of each what it became. */
export const wordByWord = (line: string, translate: (word: string) => string): AlignedText => {
  let text = '';
  const links: Link[] = [];
  let position = 0;
  for (const { text: word, start, end } of lineWords(line)) {
    text += line.slice(position, start);
    position = end;
    const translated = translate(word);
    links.push({
      source: { start, end },
      target: { start: text.length, end: text.length + translated.length },
    });
    text += translated;
  }
  return { text: text + line.slice(position), links };
};

/** A translation given word by word: `casa<house roja<red` says which came from which. */
export const given =
  (translation: string) =>
  (line: string): AlignedText => {
    const sources = lineWords(line);
    let text = '';
    const links: Link[] = [];
    for (const row of translation.split(' ')) {
      const [word = '', origin] = row.split('<');
      if (text !== '') text += ' ';
      const source = sources.find((candidate) => candidate.text === origin);
      const target = { start: text.length, end: text.length + word.length };
      if (source) links.push({ source, target });
      text += word;
    }
    return { text, links };
  };

/** An aligner that keeps what it was asked and told. */
export const alignerOf = (align: (line: string) => AlignedText | undefined) => {
  const lines: string[] = [];
  const notes: boolean[] = [];
  const aligner: Aligner = {
    align: async (line) => {
      lines.push(line);
      return align(line);
    },
    note: (isPlausible) => notes.push(isPlausible),
  };
  return { aligner, lines, notes };
};

/** Translates a text with its tags and placeholders protected. */
export const translate = async (text: string, aligner: Aligner): Promise<string | undefined> => {
  const { protectedSpans } = protect(text);
  const { template, pieces } = carryAround(text, protectedSpans, () => true);
  const translated = await translateTagged(template, tagKindsOf(pieces), aligner);
  return translated === undefined ? undefined : putBack(translated, pieces).text;
};

/** Every word stays what it was. */
export const copy = (line: string): AlignedText => wordByWord(line, (word) => word);
