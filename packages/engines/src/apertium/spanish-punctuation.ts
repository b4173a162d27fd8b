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
