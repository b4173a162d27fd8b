import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as the server got it. */
export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The whole request body. */
  readonly body: {
    readonly model: string;
    readonly response_format?: object;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly [member: string]: unknown;
  };
  /** The user's message, parsed. */
  readonly question: {
    readonly from: string;
    readonly to: string;
    readonly separator?: string;
    readonly texts: readonly {
      readonly id: number;
      readonly text: string;
      readonly refused?: string;
      readonly problem?: string;
    }[];
    readonly [member: string]: unknown;
  };
}

/** What the server does with a call. */
export type Reaction =
  /** A sound answer with these texts, by id. */
  | { readonly translations: readonly string[]; readonly totalTokens?: number }
  /** Whatever the model is to say, as a stream. */
  | { readonly says: string; readonly finish?: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Accepts the call and never says anything. */
  | 'hang'
  /** Breaks the connection off in the middle of a stream. */
  | 'half'
  /** Ends the stream properly, but before the answer is over. */
  | 'early_end'
  /** No stream, but one JSON object. */
  | { readonly whole: readonly string[] };

export interface ScriptedServer {
  /** Base address, with `/v1`. */
  readonly address: string;
  /** Calls so far, without the trial that an engine makes at start. */
  readonly calls: readonly ReceivedCall[];
  /** Calls whose connection the client has closed before they were answered. */
  readonly abandoned: () => number;
  stop(): Promise<void>;
}

/** The call that an engine makes to try a server: one text, `1`. */
const isTrial = ({ question }: ReceivedCall): boolean =>
  question.texts.length === 1 && question.texts[0]?.text === '1';

/**
 * A server with the API of OpenAI that does what a test wants it to do. A script sees the trial of an
 * engine only if it asks for that.
 */
export const startScriptedServer = async (
  script: (call: ReceivedCall, count: number) => Reaction | Promise<Reaction>,
  { scriptsTrials = false } = {},
): Promise<ScriptedServer> => {
  const calls: ReceivedCall[] = [];
  let abandoned = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1;
    });
    const answer = async (): Promise<void> => {
      const call = await readCall(request);
      if (isTrial(call) && !scriptsTrials) return react(response, call, echo(call));
      calls.push(call);
      return react(response, call, await script(call, calls.length));
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/v1`,
    calls,
    abandoned: () => abandoned,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** The reaction of a model that returns every text as it is. */
export const echo = ({ question }: ReceivedCall): Reaction => ({
  translations: question.texts.map(({ text }) => text),
});

const readCall = async (request: IncomingMessage): Promise<ReceivedCall> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReceivedCall['body'];
  const question = JSON.parse(body.messages.at(-1)?.content ?? '{}');
  return { path: request.url ?? '', headers: request.headers, body, question };
};

const react = async (
  response: ServerResponse,
  call: ReceivedCall,
  reaction: Reaction,
): Promise<void> => {
  if (reaction === 'hang') return;
  if (reaction === 'half' || reaction === 'early_end') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await new Promise((resolve) => response.write(eventOf({ content: '{"transl' }), resolve));
    if (reaction === 'half') response.destroy();
    else response.end();
    return;
  }
  if ('status' in reaction) {
    response.writeHead(reaction.status, {
      'content-type': 'application/json',
      ...reaction.headers,
    });
    response.end('{"error":{"message":"as scripted"}}');
    return;
  }
  if ('whole' in reaction) {
    const content = answerText(call, reaction.whole);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }));
    return;
  }
  const [text, finish] =
    'says' in reaction
      ? [reaction.says, reaction.finish ?? 'stop']
      : [answerText(call, reaction.translations), 'stop'];
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  // As servers do, a few characters at a time.
  for (const part of text.match(/[\s\S]{1,7}/gu) ?? []) response.write(eventOf({ content: part }));
  const totalTokens = 'translations' in reaction ? reaction.totalTokens : undefined;
  const usage =
    totalTokens === undefined
      ? ''
      : `data: ${JSON.stringify({ choices: [], usage: { total_tokens: totalTokens } })}\n\n`;
  response.end(`${eventOf({}, finish)}${usage}data: [DONE]\n\n`);
};

const eventOf = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const answerText = (
  { body, question: { texts, separator, task } }: ReceivedCall,
  translations: readonly string[],
): string => {
  const rows = translations.map((text, index) => ({ id: texts[index]?.id ?? index + 1, text }));
  if (body.response_format)
    return JSON.stringify({ [task === undefined ? 'translations' : 'texts']: rows });
  const sections = rows.map(({ id, text }) => `${separator} ${id}:\n${text}\n`);
  return `${sections.join('')}${separator} end:\n`;
};
