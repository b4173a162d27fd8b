import { z } from 'zod';
import { readEvents } from './event-stream.js';
import { RequestFailure } from './request-failure.js';

const CONTENT = z.object({ content: z.string().nullish() }).nullish();

/** What matters of a completion, or of one event of its stream: `delta` instead of `message`. */
const COMPLETION = z.object({
  choices: z
    .array(z.object({ delta: CONTENT, message: CONTENT, finish_reason: z.string().nullish() }))
    .nullish(),
  error: z.unknown().optional(),
  usage: z.object({ total_tokens: z.number().nullish() }).nullish(),
});

/** What a model answered. */
export interface Answer {
  readonly text: string;
  /** Of question and answer, where the server counts them. */
  readonly tokens?: number | undefined;
}

/** How an answer is read. */
export interface ReadOptions {
  /** A longer answer is broken off. */
  readonly maxCharacters: number;
  /** Called whenever something came. */
  onProgress(): void;
}

/**
 * What a model answered, from a stream of events or a single JSON object.
 *
 * @throws RequestFailure `incomplete`, `malformed`, `too_long`, `server_error`
 */
export const readAnswer = async (response: Response, options: ReadOptions): Promise<Answer> => {
  if (!response.body) throw new RequestFailure('incomplete');
  const chunks = watched(response.body, options.onProgress);
  const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
  return isStream ? readStream(chunks, options) : readWhole(chunks, options);
};

async function* watched(
  body: AsyncIterable<Uint8Array>,
  onProgress: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    onProgress();
    yield chunk;
  }
}

const readStream = async (
  chunks: AsyncIterable<Uint8Array>,
  { maxCharacters }: ReadOptions,
): Promise<Answer> => {
  let text = '';
  let finish: string | undefined;
  let tokens: number | undefined;
  let isDone = false;
  for await (const data of readEvents(chunks)) {
    if (data === '[DONE]') {
      isDone = true;
      continue;
    }
    const event = COMPLETION.safeParse(parseJson(data));
    if (!event.success) throw new RequestFailure('malformed');
    if (event.data.error !== undefined) throw new RequestFailure('server_error');
    tokens = event.data.usage?.total_tokens ?? tokens;
    const [first] = event.data.choices ?? [];
    if (!first) continue;
    text += first.delta?.content ?? '';
    finish = first.finish_reason ?? finish;
    if (text.length > maxCharacters) throw new RequestFailure('too_long');
  }
  if (finish === undefined && !isDone) throw new RequestFailure('incomplete');
  return { text: unlessCutOff(text, finish), tokens };
};

/** JSON around the text, escaped at worst as six characters each. */
const JSON_SHARE = 6;
const JSON_FRAME = 10_000;

const readWhole = async (
  chunks: AsyncIterable<Uint8Array>,
  { maxCharacters }: ReadOptions,
): Promise<Answer> => {
  const decoder = new TextDecoder();
  let body = '';
  for await (const chunk of chunks) {
    body += decoder.decode(chunk, { stream: true });
    if (body.length > maxCharacters * JSON_SHARE + JSON_FRAME) throw new RequestFailure('too_long');
  }
  const completion = COMPLETION.safeParse(parseJson(body));
  const [first] = (completion.success && completion.data.choices) || [];
  if (!first) throw new RequestFailure('malformed');
  const tokens = completion.data?.usage?.total_tokens ?? undefined;
  return { text: unlessCutOff(first.message?.content ?? '', first.finish_reason), tokens };
};

const unlessCutOff = (text: string, finish: string | null | undefined): string => {
  if (finish === 'length') throw new RequestFailure('too_long');
  return text;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestFailure('malformed');
  }
};
