import type { AlignedText, Link, Range } from './aligned-text.js';

// The engine's interface has no alignments to give. But it moves tags along with words, so a text
// with a tag of its own around every word comes back with them around the words these became.
// Between tags there is only the white space the text has anyway: the model sees the plain text.

// At any other white space the engine would put a blank beside a tag.
const WORD = /[^ \n]+/g;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const REFERENCES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const OUTPUT_PART = /<i (\d+)="">|<\/i>|(&amp;|&lt;|&gt;)|([^<>&]+)|[<>&]/g;

/**
 * Whether a text can be written with tags. The engine takes a zero for the end of it, and half of a
 * surrogate pair swallows the sign after it, which may be that of a tag.
 */
export const canBeTagged = (text: string): boolean => !/\0|\p{Cs}/u.test(text);

const wordRanges = (text: string): readonly Range[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));

/** Writes a text with a numbered tag around every word. */
export const tagWords = (text: string): string => {
  let count = 0;
  return text.replace(WORD, (word) => {
    const escaped = word.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
    return `<i ${count++}>${escaped}</i>`;
  });
};

/** Reads the translation of a text that was written by {@link tagWords}. */
export const readTaggedWords = (output: string, source: string): AlignedText => {
  const words = wordRanges(source);
  const links: Link[] = [];
  let text = '';
  let word: Range | undefined;
  for (const [part, opened, reference, plain] of output.matchAll(OUTPUT_PART)) {
    if (opened !== undefined) word = words[Number(opened)];
    else if (part === '</i>') word = undefined;
    else {
      const start = text.length;
      text += reference === undefined ? (plain ?? part) : (REFERENCES[reference] ?? part);
      if (!word) continue;
      const last = links.at(-1);
      const goesOn = last?.source === word && last.target.end === start;
      const from = goesOn ? links.pop()?.target.start : start;
      links.push({ target: { start: from ?? start, end: text.length }, source: word });
    }
  }
  return { text, links };
};
