import { randomBytes } from 'node:crypto';
import type { ChatRequest } from './chat-client.js';
import {
  RESPONSE_FORMATS,
  readDelimitedAnswer,
  readJsonAnswer,
  type Translations,
} from './read-translations.js';
import { type Protocol, SYSTEM_PROMPTS } from './system-prompt.js';
import { estimateTokens } from './tokens.js';
import { type Question, userMessage } from './user-message.js';

/** A question as a call, and the way to read its answer. */
export interface Exchange {
  readonly request: ChatRequest;
  /** @throws RequestFailure `malformed` */
  read(answer: string): Translations;
}

/** An answer may have this many times the tokens and characters of the texts, and some more. */
const MAX_GROWTH = 6;
const TOKENS_TO_SPARE = 1024;
const CHARACTERS_TO_SPARE = 8000;

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
