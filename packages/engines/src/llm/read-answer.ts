import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
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
export interface ModelAnswer {
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

/** Takes an answer apart, chunk by chunk. */
interface AnswerReader {
  push(chunk: Uint8Array): void;
  end(): ModelAnswer;
}

/**
 * What a model answered, from a stream of events or a single JSON object. Chunks are read as they
 * come: iterating over them takes several times as long.
 *
 * @throws RequestFailure `incomplete`, `malformed`, `too_long`, `server_error`; what the connection
 *   fails with
 */
export const readAnswer = (
  response: IncomingMessage,
  options: ReadOptions,
): Promise<ModelAnswer> => {
  const isStream = (response.headers['content-type'] ?? '').includes('text/event-stream');
  const reader = isStream ? readStream(options) : readWhole(options);
  return new Promise((resolve, reject) => {
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        response.destroy();
        reject(error);
      }
    };
    response.on('data', (chunk: Buffer) =>
      attempt(() => {
        options.onProgress();
        reader.push(chunk);
      }),
    );
    response.on('end', () => attempt(() => resolve(reader.end())));
    response.on('error', reject);
  });
};

/** More of a line than any server sends; what is longer is no event stream. */
const MAX_LINE_CHARACTERS = 1_000_000;

/** Reads server-sent events from chunks. */
interface EventReader {
  /** @throws RequestFailure `malformed` for a line without end */
  push(chunk: Uint8Array): void;
  /** There are no further chunks. */
  end(): void;
}

/**
 * Reads the data of each event, in order (HTML Living Standard, section 9.2). Events of several data
 * lines do not occur in this protocol, and other fields are ignored.
 */
const createEventReader = (onData: (data: string) => void): EventReader => {
  const decoder = new TextDecoder();
  let rest = '';
  const read = (line: string): void => {
    if (line.startsWith('data:')) onData(line.slice('data:'.length).trimStart());
  };
  return {
    push(chunk) {
      rest += decoder.decode(chunk, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_CHARACTERS) throw new RequestFailure('malformed');
      for (const line of lines) read(line);
    },
    end: () => read(rest.trimEnd()),
  };
};

const readStream = ({ maxCharacters }: ReadOptions): AnswerReader => {
  let text = '';
  let finish: string | undefined;
  let tokens: number | undefined;
  let isDone = false;
  const events = createEventReader((data) => {
    if (data === '[DONE]') {
      isDone = true;
      return;
    }
    const event = COMPLETION.safeParse(parseJson(data));
    if (!event.success) throw new RequestFailure('malformed');
    if (event.data.error !== undefined) throw new RequestFailure('server_error');
    tokens = event.data.usage?.total_tokens ?? tokens;
    const [first] = event.data.choices ?? [];
    if (!first) return;
    text += first.delta?.content ?? '';
    finish = first.finish_reason ?? finish;
    if (text.length > maxCharacters) throw new RequestFailure('too_long');
  });
  return {
    push: events.push,
    end() {
      events.end();
      if (finish === undefined && !isDone) throw new RequestFailure('incomplete');
      return { text: unlessCutOff(text, finish), tokens };
    },
  };
};

/** JSON around the text, escaped at worst as six characters each. */
const JSON_SHARE = 6;
const JSON_FRAME = 10_000;

const readWhole = ({ maxCharacters }: ReadOptions): AnswerReader => {
  const decoder = new TextDecoder();
  let body = '';
  return {
    push(chunk) {
      body += decoder.decode(chunk, { stream: true });
      if (body.length > maxCharacters * JSON_SHARE + JSON_FRAME)
        throw new RequestFailure('too_long');
    },
    end() {
      const completion = COMPLETION.safeParse(parseJson(body));
      const [first] = (completion.success && completion.data.choices) || [];
      if (!first) throw new RequestFailure('malformed');
      const tokens = completion.data?.usage?.total_tokens ?? undefined;
      return { text: unlessCutOff(first.message?.content ?? '', first.finish_reason), tokens };
    },
  };
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
