import { RequestFailure } from './request-failure.js';

/** More of a line than any server sends; what is longer is no event stream. */
const MAX_LINE_CHARACTERS = 1_000_000;

/** Reads server-sent events from chunks. */
export interface EventReader {
  /** @throws RequestFailure `malformed` for a line without end */
  push(chunk: Uint8Array): void;
  /** There are no further chunks. */
  end(): void;
}

/**
 * Reads the data of each event, in order (HTML Living Standard, section 9.2). Events of several data
 * lines do not occur in this protocol, and other fields are ignored.
 */
export const createEventReader = (onData: (data: string) => void): EventReader => {
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
