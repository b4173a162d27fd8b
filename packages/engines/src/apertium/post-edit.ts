import { baseOf, type LanguageTag } from '@dragoman/contract';
import { APERTIUM_PLACEHOLDERS } from '@dragoman/core/sentinels';
import { type CarriedPiece, PLACEHOLDERS, placeholderIndex } from './carry-spans.js';

/**
 * Adds the opening marks `¿` and `¡` that Spanish needs and rule-based output lacks.
 *
 * The mark goes where the question or exclamation begins (RAE, Ortografía de la lengua española,
 * 3.4.9): after a greeting, name-like call or condition set off by a comma, before the first
 * question word that begins a clause, and before a tag such as `¿no?`.
 */
export const openSpanishSentences = (text: string): string => {
  if (!/[?!]/.test(text)) return text;
  let opened = '';
  let start = 0;
  for (const match of text.matchAll(SENTENCE_ENDS)) {
    const end = match.index + match[0].length;
    const sentence = text.slice(start, end);
    const isFullStop = /[.…]/.test(match[0]);
    if (isFullStop && ABBREVIATION.test(sentence.slice(-ABBREVIATION_CHARACTERS))) continue;
    opened += isFullStop ? sentence : openSentence(sentence, match[0]);
    start = end;
  }
  return opened + text.slice(start);
};

// Marks inside a word or an address (`?q=`) end nothing.
const SENTENCE_ENDS = /[?!]+(?![\p{L}\p{N}=&/])|(?<![.…])[.…]+(?=\s|$)/gu;
// The longest abbreviation, its full stop and the character before.
const ABBREVIATION_CHARACTERS = 6;
const ABBREVIATION =
  /(?<!\p{L})(?:srta|sra?|dra?|dña|uds?|vds?|prof|ing|lic|núm|pág|ej|EE|\p{L})\.$/iu;

const OPENING_OF: Readonly<Record<string, string>> = { '?': '¿', '!': '¡' };

const openSentence = (sentence: string, marks: string): string => {
  // The opening marks mirror the closing ones: `¿¡Qué!?`.
  const missing = [...new Set(marks)]
    .toReversed()
    .map((mark) => OPENING_OF[mark] ?? '')
    .filter((mark) => !sentence.includes(mark))
    .join('');
  if (missing === '') return sentence;
  const start = openingPosition(sentence, marks.includes('?'));
  return sentence.slice(0, start) + missing + sentence.slice(start);
};

// White space, dashes, quotes and brackets before the first word, and marks of a sentence before.
const LEAD = /^[\s\-–—―•*·"'“‘«([{.…?!,;:)\]}»”’]*/u;

const openingPosition = (sentence: string, isQuestion: boolean): number => {
  const lead = LEAD.exec(sentence)?.[0].length ?? 0;
  const clauses = clauseStarts(sentence, lead);
  const textOf = (index: number): string =>
    sentence.slice(clauses[index] ?? lead, clauses[index + 1] ?? sentence.length).trim();
  if (isQuestion) {
    const asking = clauses.findIndex((_, index) => QUESTION_START.test(textOf(index)));
    if (asking >= 0) return clauses[asking] ?? lead;
    const last = clauses.length - 1;
    if (last > 0 && TAG.test(textOf(last))) return clauses[last] ?? lead;
  }
  // An exclamation takes its greeting in (`¡Hola, Ana!`); a question leaves it out.
  const standsOutside = (clause: string): boolean =>
    CONDITION.test(clause) || (isQuestion && GREETING.test(clause));
  let first = 0;
  while (first < clauses.length - 1 && standsOutside(textOf(first))) first += 1;
  return clauses[first] ?? lead;
};

const clauseStarts = (sentence: string, lead: number): readonly number[] => {
  const starts = [lead];
  for (const match of sentence.slice(lead).matchAll(/[,;:]\s+["“«‘(]?|\s[–—-]\s+/gu)) {
    starts.push(lead + match.index + match[0].length);
  }
  return starts;
};

const QUESTION_START =
  /^(?:(?:y|e|o|pero|entonces|a|al|con|de|del|desde|en|hacia|hasta|para|por|según|sobre)\s+){0,2}(?:qué|quién|quiénes|cómo|cuándo|dónde|adónde|cuál|cuáles|cuánto|cuánta|cuántos|cuántas|por qué)(?![\p{L}\p{N}])/iu;
const TAG =
  /^(?:no|no es verdad|no es así|no crees|verdad|de verdad|cierto|vale|de acuerdo|sí|eh|okay|ok)\s*[?!]+$/iu;
const GREETING =
  /^(?:hola|bien|bueno|buenos días|buenas tardes|buenas noches|oye|oiga|perdón|perdona|perdone|disculpa|disculpe|por favor|gracias|sí|no|vale|ah|oh|ay|eh|mira|mire|pues|entonces|señor|señora|señorita|además)(?:\s+\p{Lu}\p{L}*)?\s*[,;:–—-]*$/iu;
const CONDITION = /^(?:si|cuando|aunque|como|mientras)\s/iu;

/**
 * Repairs what rule-based output gets wrong on the surface: spaces it adds around carried white
 * space and before punctuation, the final punctuation, the first letter's case, typographic
 * apostrophes and the opening marks of Spanish. Both texts are templates.
 */
export const postEdit = (
  source: string,
  output: string,
  direction: { readonly source: LanguageTag; readonly target: LanguageTag },
  pieces: readonly CarriedPiece[],
): string => {
  const target = baseOf(direction.target);
  let text = output.trim();
  if (pieces.length > 0) text = tidyAroundWhiteSpace(text, pieces);
  if (direction.source === 'fr') text = dropFrenchSpaces(text, pieces);
  if (text.includes(' ')) text = tidyBeforePunctuation(source, keepDottedNumbers(source, text));
  text = keepFinalPunctuation(source, text);
  if (target !== 'en') text = dropStrayCapitals(source, text);
  text = keepFirstLetterCase(source, text, pieces);
  if (source.includes('’') && !source.includes("'")) {
    text = text.replace(APOSTROPHE, '’');
  }
  if (target === 'es') text = openSpanishSentences(text);
  else if (!KEEPS_OPENING_MARKS.has(target)) text = text.replace(/[¿¡]/g, '');
  return text;
};

const APOSTROPHE = new RegExp(`(?<=\\p{L})'(?=[\\p{L}${APERTIUM_PLACEHOLDERS}])`, 'gu');
const PLACEHOLDER_IN_SPACES = new RegExp(`(?:(?<! ) +)?([${APERTIUM_PLACEHOLDERS}]) *`, 'gu');
const BEFORE_SIGN = new RegExp(`(?: |([${APERTIUM_PLACEHOLDERS}]))(?=[;:!?])`, 'gu');

// Galician and Asturian may write them, too.
const KEEPS_OPENING_MARKS: ReadonlySet<LanguageTag> = new Set(['es', 'gl', 'ast']);

const tidyAroundWhiteSpace = (text: string, pieces: readonly CarriedPiece[]): string =>
  text.replace(PLACEHOLDER_IN_SPACES, (match, character: string) =>
    pieces[placeholderIndex(character)]?.text.trim() === '' ? character : match,
  );

// French sets a space, mostly one that does not break, before these; no target language does.
const dropFrenchSpaces = (text: string, pieces: readonly CarriedPiece[]): string =>
  text.replace(BEFORE_SIGN, (match, character?: string) => {
    const piece = character === undefined ? ' ' : pieces[placeholderIndex(character)]?.text;
    return piece === ' ' || piece === '\u00a0' || piece === '\u202f' ? '' : match;
  });

// A word with a capital inside a sentence; a pronoun `I` is none.
const INSIDE_SENTENCE = `(?<=[\\p{L}\\p{M}\\p{N},;${APERTIUM_PLACEHOLDERS}] )`;
const INNER_CAPITAL = new RegExp(`${INSIDE_SENTENCE}(?!I(?!\\p{L}))\\p{Lu}`, 'u');
const STRAY_CAPITALS = new RegExp(`${INSIDE_SENTENCE}\\p{Lu}(?=\\p{Ll}|\\s|$)`, 'gu');

/**
 * Apertium leaves the capital of a sentence's first word on the word that lands elsewhere
 * (`no Le gusta`). Where the source has no capitals inside, the output needs none.
 */
const dropStrayCapitals = (source: string, text: string): string =>
  INNER_CAPITAL.test(source)
    ? text
    : text.replace(STRAY_CAPITALS, (letter) => letter.toLowerCase());

const SPACE_BEFORE_PUNCTUATION = /(?<! ) +(?=[.,;:!?…)\]»](?:\s|$))/gu;

const tidyBeforePunctuation = (source: string, text: string): string =>
  / [.,;:!?…)\]»](?:\s|$)/.test(source) ? text : text.replace(SPACE_BEFORE_PUNCTUATION, '');

/** Versions, times and other numbers with points that separate no thousands. */
const DOTTED_NUMBER = /(?<![\d.,])(?!\d{1,3}(?:\.\d{3})+(?![\d.]))\d+(?:\.\d+)+(?!\d)/g;

/** Some pairs take every point in a number for a separator of thousands (`1 5` for 1.5). */
const keepDottedNumbers = (source: string, text: string): string =>
  (source.match(DOTTED_NUMBER) ?? []).reduce(
    (kept, number) =>
      kept.includes(number)
        ? kept
        : kept.replace(new RegExp(`(?<!\\d)${number.replaceAll('.', ' ')}(?!\\d)`), number),
    text,
  );

const FINAL_MARKS = '.,;:!?…¡¿';
// Closing quotes and brackets; surrogates, for emoji and placeholders.
const AFTER_FINAL_MARKS = /["'’”»)\]\s\ud800-\udfff]/;

/** Where a text's last run of punctuation begins and ends, found from its end. */
const finalPunctuation = (text: string): { readonly start: number; readonly end: number } => {
  let end = text.length;
  while (end > 0 && AFTER_FINAL_MARKS.test(text[end - 1] ?? '')) end -= 1;
  let start = end;
  while (start > 0 && FINAL_MARKS.includes(text[start - 1] ?? '-')) start -= 1;
  return { start, end };
};

const keepFinalPunctuation = (source: string, text: string): string => {
  const inSource = finalPunctuation(source);
  const wanted = source.slice(inSource.start, inSource.end);
  const { start, end } = finalPunctuation(text);
  if (wanted === text.slice(start, end)) return text;
  return `${text.slice(0, start).trimEnd()}${wanted}${text.slice(end)}`;
};

// A text's first letter, and what comes before it.
const FIRST_LETTER = /^([^\p{L}\p{N}]*)(\p{L})(\p{L}?)/u;

const keepFirstLetterCase = (
  source: string,
  text: string,
  pieces: readonly CarriedPiece[],
): string => {
  const [, sourceLead = '', sourceLetter = ''] = FIRST_LETTER.exec(source) ?? [];
  const [, lead = '', letter = '', next = ''] = FIRST_LETTER.exec(text) ?? [];
  if (!sourceLetter || !letter || isUpperCase(sourceLetter) === isUpperCase(letter)) return text;
  // A carried word begins the sentence in place of the letter; markup before it does not.
  const beginsWithWord = (match: string): boolean =>
    pieces[placeholderIndex(match)]?.kind === 'word';
  if ((`${sourceLead}${lead}`.match(PLACEHOLDERS) ?? []).some(beginsWithWord)) return text;
  // Lower case only where the engine began a sentence of its own, not for NATO or a name kept.
  if (!isUpperCase(sourceLetter) && isUpperCase(next)) return text;
  const cased = isUpperCase(sourceLetter) ? letter.toUpperCase() : letter.toLowerCase();
  return lead + cased + text.slice(lead.length + letter.length);
};

const isUpperCase = (letter: string): boolean => letter !== letter.toLowerCase();

/** Whether the engine has anything to do: a letter outside the carried pieces. */
export const hasWords = (template: string): boolean => /\p{L}/u.test(template);

/** The parts of a template between placeholders, and the placeholders, in order. */
export const splitAtPlaceholders = (template: string): readonly string[] => {
  const parts: string[] = [];
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDERS)) {
    if (match.index > end) parts.push(template.slice(end, match.index));
    parts.push(match[0]);
    end = match.index + match[0].length;
  }
  if (end < template.length) parts.push(template.slice(end));
  return parts;
};
