import {
  type CheckedText,
  type FramePart,
  joinTexts,
  withoutEdgeTokens,
  writtenText,
} from '../markup/index.js';

const SENTENCE_PUNCTUATION = new Set('.,;:!?…。！？、，；：؟۔।');
const OPENING_AND_FIRST_LETTER = /^(["'“”‘«»¿¡([]*)(\p{L})/u;

/**
 * Gives a translated segment the source's final punctuation and the case of its first letter, as
 * `preserve_formatting` asks. Letters other than the first are never recased. Tags and points at the
 * edges are neither a first letter nor a final punctuation.
 */
export const preserveFormatting = (source: CheckedText, translated: CheckedText): CheckedText => {
  const { before, words, after } = withoutEdgeTokens(translated);
  const sourceText = writtenText({ parts: withoutEdgeTokens(source).words });
  const punctuation = sourceText.slice(finalPunctuationStart(sourceText));
  const texts = words.map(({ text }) => text);
  const last = texts.pop() ?? '';
  texts.push(last.slice(0, finalPunctuationStart(last)));
  if (texts.join('') === '') return translated;
  texts[0] = matchInitialCase(sourceText, texts[0] ?? '');
  const parts = words.map(
    (part, index): FramePart =>
      part.kind === 'text' ? { kind: 'text', text: texts[index] ?? '' } : part,
  );
  return {
    parts: joinTexts([...before, ...parts, { kind: 'text', text: punctuation }, ...after]),
  };
};

const finalPunctuationStart = (text: string): number => {
  let start = text.length;
  while (start > 0 && SENTENCE_PUNCTUATION.has(text[start - 1] ?? '')) start--;
  return start;
};

const matchInitialCase = (source: string, translated: string): string => {
  const sourceLetter = OPENING_AND_FIRST_LETTER.exec(source)?.[2];
  const [, opening = '', letter] = OPENING_AND_FIRST_LETTER.exec(translated) ?? [];
  if (sourceLetter === undefined || letter === undefined) return translated;
  const hasCase = sourceLetter.toLowerCase() !== sourceLetter.toUpperCase();
  if (!hasCase) return translated;
  const isUpper = sourceLetter === sourceLetter.toUpperCase();
  const wanted = isUpper ? letter.toUpperCase() : letter.toLowerCase();
  return opening + wanted + translated.slice(opening.length + letter.length);
};
