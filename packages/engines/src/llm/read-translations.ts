import * as z from 'zod';
import type { AnswerMember } from './prompts.js';
import { RequestFailure } from './request-failure.js';

/** The translations of a call by the place of their texts, from 0. Some may be missing. */
export type Translations = ReadonlyMap<number, string>;

const ROWS = z.array(z.object({ id: z.int(), text: z.string() }));
/** Made once: the first use of a schema takes as long as hundreds of further ones. */
const ANSWERS = {
  translations: z.object({ translations: ROWS }).transform(({ translations }) => translations),
  texts: z.object({ texts: ROWS }).transform(({ texts }) => texts),
} as const satisfies Readonly<Record<AnswerMember, unknown>>;

const responseFormat = (member: AnswerMember) => ({
  type: 'json_schema',
  json_schema: {
    name: member,
    strict: true,
    schema: {
      type: 'object',
      properties: {
        [member]: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: { type: 'integer' }, text: { type: 'string' } },
            required: ['id', 'text'],
            additionalProperties: false,
          },
        },
      },
      required: [member],
      additionalProperties: false,
    },
  },
});

/** What a server is told to make an answer look like; the same in every call that wants such a one. */
export const RESPONSE_FORMATS = {
  translations: responseFormat('translations'),
  texts: responseFormat('texts'),
} as const;

/** Models that think aloud do so before their answer. */
const THOUGHTS = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/u;
const FENCE = /^```(?:json)?([\s\S]*)```$/u;

/**
 * Reads an answer in JSON.
 *
 * @param count how many texts were asked
 * @throws RequestFailure `malformed`
 */
export const readJsonAnswer = (
  answer: string,
  member: AnswerMember,
  count: number,
): Translations => {
  const json = answer.replace(THOUGHTS, '').trim();
  const parsed = ANSWERS[member].safeParse(parse(FENCE.exec(json)?.[1] ?? json));
  if (!parsed.success) throw new RequestFailure('malformed');
  return numbered(
    parsed.data.map(({ id, text }) => [id, text]),
    count,
  );
};

/**
 * Reads an answer with a line before each translation.
 *
 * @param separator what those lines begin with; it is not in any of the texts
 * @throws RequestFailure `malformed` where no such line is there
 */
export const readDelimitedAnswer = (
  answer: string,
  separator: string,
  count: number,
): Translations => {
  const [, ...sections] = answer.replace(THOUGHTS, '').split(separator);
  const rows = sections.flatMap((section): [number, string][] => {
    const [head, id] = /^ ?(\d{1,6}) ?:[^\S\n]*\n?/.exec(section) ?? [];
    return head === undefined ? [] : [[Number(id), section.slice(head.length)]];
  });
  if (rows.length === 0) throw new RequestFailure('malformed');
  return numbered(
    rows.map(([id, text]) => [id, text.replace(/^\n+/, '').trimEnd()]),
    count,
  );
};

/** An id that is there twice says nothing about which of the two is meant. */
const numbered = (rows: readonly (readonly [number, string])[], count: number): Translations => {
  const translations = new Map<number, string>();
  const seen = new Set<number>();
  for (const [id, text] of rows) {
    if (seen.has(id) || id < 1 || id > count) translations.delete(id - 1);
    else translations.set(id - 1, text);
    seen.add(id);
  }
  return translations;
};

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    throw new RequestFailure('malformed');
  }
};
