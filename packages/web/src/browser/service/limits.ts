import { message } from '../messages/messages.js';
import { PageFailure } from './failures.js';

/** What a text may be at most. */
export interface TextLimits {
  /** Of a text, in bytes of UTF-8; it is sent in pieces. */
  readonly maxBytes: number;
  /** Characters that a visitor may have translated per minute. */
  readonly maxCharacters: number;
}

/**
 * Checks a text before it is sent.
 *
 * @throws PageFailure for one that the server would not take at any time
 */
export const requireWithin = (
  request: { readonly text: string },
  { maxBytes, maxCharacters }: TextLimits,
): void => {
  if (new TextEncoder().encode(request.text).length > maxBytes) {
    throw new PageFailure('too-large');
  }
  if ([...request.text].length > maxCharacters) {
    throw new PageFailure('refused', message('failBeyondLimit', { limit: maxCharacters }));
  }
};
