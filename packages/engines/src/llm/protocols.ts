import { randomBytes } from 'node:crypto';
import type { ChatRequest } from './chat-client.js';
import { type Protocol, type Question, SYSTEM_PROMPTS, userMessage } from './prompts.js';
import {
  RESPONSE_FORMATS,
  readDelimitedAnswer,
  readJsonAnswer,
  type Translations,
} from './read-translations.js';

/** A question as a call, and the way to read its answer. */
interface Exchange {
  readonly request: ChatRequest;
  /** @throws RequestFailure `malformed` */
  read(answer: string): Translations;
}

/** An answer may have this many times the tokens and characters of the texts, and some more. */
const MAX_GROWTH = 6;
const TOKENS_TO_SPARE = 1024;
const CHARACTERS_TO_SPARE = 8000;

/** Characters of an alphabet that make a token, on average; other characters make about one each. */
const LETTERS_PER_TOKEN = 3.5;
/** What a text costs in addition to its words: its id, quotation marks, commas. */
const TOKENS_PER_TEXT = 12;

/** Latin, Greek and Cyrillic come before this in Unicode, with what goes with them. */
const END_OF_ALPHABETS = 0x0530;
/** And what was added to them later: for Vietnamese, for old Greek. */
const [ADDED_START, ADDED_END] = [0x1e00, 0x2000];

/** About as many tokens as a text has for a language model; every model counts differently. */
export const estimateTokens = (text: string): number => {
  let letters = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < END_OF_ALPHABETS || (code >= ADDED_START && code < ADDED_END)) letters += 1;
  }
  return Math.ceil(letters / LETTERS_PER_TOKEN + (text.length - letters)) + TOKENS_PER_TEXT;
};

/** Most texts in a call; models lose count of more. */
const MAX_TEXTS = 25;

/** Packs texts into groups of about this number of tokens, in order; a longer text is a group by itself. */
export const packByTokens = <Item extends { readonly text: string }>(
  items: readonly Item[],
  maxTokens: number,
): readonly (readonly Item[])[] => {
  const groups: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const tokens = estimateTokens(item.text);
    const last = groups.at(-1);
    if (last && tokens <= room && last.length < MAX_TEXTS) {
      last.push(item);
      room -= tokens;
    } else {
      groups.push([item]);
      room = maxTokens - tokens;
    }
  }
  return groups;
};

/** Writes a question in the way that the server understands. */
export const createExchange = (question: Question, protocol: Protocol): Exchange => {
  const { texts, rewriting } = question;
  const member = rewriting ? 'texts' : 'translations';
  const separator = protocol === 'delimiters' ? separatorFor(texts) : undefined;
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const tokens = texts.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  return {
    request: {
      messages: [
        { role: 'system', content: SYSTEM_PROMPTS[member][protocol] },
        { role: 'user', content: userMessage(question, separator) },
      ],
      maxTokens: tokens * MAX_GROWTH + TOKENS_TO_SPARE,
      maxCharacters: characters * MAX_GROWTH + CHARACTERS_TO_SPARE,
      responseFormat: separator === undefined ? RESPONSE_FORMATS[member] : undefined,
    },
    read: (answer) =>
      separator === undefined
        ? readJsonAnswer(answer, member, texts.length)
        : readDelimitedAnswer(answer, separator, texts.length),
  };
};

/** Random, so that no text can have it on purpose. */
const separatorFor = (texts: Question['texts']): string => {
  for (;;) {
    const separator = `@@${randomBytes(4).toString('hex')}`;
    if (texts.every(({ text }) => !text.includes(separator))) return separator;
  }
};
