import { ArgumentError } from './errors.js';

/** The service takes more; a list arrives, and its progress is reported, in steps of this size. */
export const MAX_TEXTS = 50;
/** The service's limit for one request. */
export const MAX_BODY_BYTES = 131_072;

/** Groups texts into as few requests as the limits allow, in order. */
export interface Batcher {
  /**
   * Takes the next text.
   *
   * @returns the body of a full request, if the text does not fit into it
   * @throws ArgumentError if the text alone is too large
   */
  add(text: string): Batch | undefined;
  /** The body of the last request, if any text is left. */
  rest(): Batch | undefined;
}

export interface Batch {
  readonly count: number;
  readonly body: string;
}

/** @param parameters the other members of every body; undefined values are omitted */
export const createBatcher = (parameters: Readonly<Record<string, unknown>>): Batcher => {
  const frame = JSON.stringify({ ...parameters, text: [] });
  const frameBytes = byteLength(frame);
  let texts: string[] = [];
  let bytes = frameBytes;
  let position = 0;

  const take = (): Batch => {
    const batch = { count: texts.length, body: `${frame.slice(0, -2)}${texts.join(',')}]}` };
    texts = [];
    bytes = frameBytes;
    return batch;
  };

  return {
    add(text) {
      const encoded = encode(text, position);
      const size = byteLength(encoded);
      if (frameBytes + size > MAX_BODY_BYTES) throw tooLarge(position, frameBytes + size);
      // One more for the comma.
      const fits = texts.length < MAX_TEXTS && bytes + 1 + size <= MAX_BODY_BYTES;
      const full = texts.length > 0 && !fits ? take() : undefined;
      bytes += size + (texts.length > 0 ? 1 : 0);
      texts.push(encoded);
      position++;
      return full;
    },
    rest: () => (texts.length > 0 ? take() : undefined),
  };
};

const encode = (text: string, position: number): string => {
  if (typeof text !== 'string') {
    throw new ArgumentError('text', `Text ${position} of the list is not a string.`);
  }
  return JSON.stringify(text);
};

const tooLarge = (position: number, bytes: number): ArgumentError =>
  new ArgumentError(
    'text',
    `Text ${position} is too large: a request with it would have ${bytes} bytes, and at most ${MAX_BODY_BYTES} are allowed. Split it, or send it as a document.`,
  );

const encoder = new TextEncoder();

const byteLength = (text: string): number => encoder.encode(text).byteLength;
