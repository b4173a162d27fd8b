import { RequestFailure } from './request-failure.js';

/** More of a line than any server sends; what is longer is no event stream. */
const MAX_LINE_CHARACTERS = 1_000_000;

/**
 * The data of each server-sent event, in order (HTML Living Standard, section 9.2). Events of several
 * data lines do not occur in this protocol, and other fields are ignored.
 *
 * @throws RequestFailure `malformed` for a line without end
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS) throw new RequestFailure('malformed');
    for (const line of lines) yield* dataOf(line);
  }
  yield* dataOf(rest.trimEnd());
}

function* dataOf(line: string): Generator<string> {
  if (line.startsWith('data:')) yield line.slice('data:'.length).trimStart();
}
