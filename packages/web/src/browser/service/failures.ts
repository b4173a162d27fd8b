import { message } from '../messages/messages.js';

/** The kinds of failure that the user handles differently. */
export type FailureKind =
  | 'network-gone'
  | 'busy'
  | 'quota-exceeded'
  | 'no-route'
  | 'too-large'
  | 'session-ended'
  | 'not-ready'
  | 'too-slow'
  | 'gone'
  | 'unsupported'
  | 'unreadable'
  | 'refused'
  | 'broken';

/** A failure that is shown to the user. */
export class PageFailure extends Error {
  readonly kind: FailureKind;
  /** Whole seconds after which the server allows a retry. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: FailureKind, message = '', retryAfterSeconds?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server cannot be reached, or another program responds instead. */
export const NETWORK_GONE = (): PageFailure => new PageFailure('network-gone');

const KIND_BY_CODE: Readonly<Record<string, FailureKind>> = {
  pair_not_installed: 'no-route',
  language_not_installed: 'no-route',
};

const KIND_BY_STATUS: Readonly<Record<number, FailureKind>> = {
  400: 'refused',
  401: 'session-ended',
  403: 'session-ended',
  404: 'gone',
  413: 'too-large',
  429: 'busy',
  456: 'quota-exceeded',
  502: 'network-gone',
  503: 'not-ready',
  504: 'too-slow',
};

/** Reads an error answer: `{message, code}` with the contract's statuses. */
export const failureOf = async (response: Response): Promise<PageFailure> => {
  const body = (await response.json().catch(() => ({}))) as { message?: unknown; code?: unknown };
  const kind = KIND_BY_CODE[String(body.code)] ?? KIND_BY_STATUS[response.status] ?? 'broken';
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return new PageFailure(
    kind,
    typeof body.message === 'string' ? body.message : '',
    Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : undefined,
  );
};

/** The values in the messages. */
export interface FailureContext {
  /** Name of the source, if it was chosen: `Danish`. */
  readonly source: string | undefined;
  readonly target: string;
  /** Maximum request size of the server, in bytes. */
  readonly maxBytes: number;
}

/** The failure in words: what happened, and what can be done about it. */
export const wordsFor = (failure: PageFailure, context: FailureContext): string => {
  switch (failure.kind) {
    case 'network-gone':
      return 'The server cannot be reached. Check that it is running and that you are connected.';
    case 'busy':
      return 'The server is busy with other translations.';
    case 'quota-exceeded':
      return 'This month’s character quota is used up. Ask the operator of this server for more.';
    case 'no-route':
      return context.source === undefined
        ? `${firstSentence(failure.message) || `This server cannot translate this text into ${context.target}.`} If it is in another language, select that; the operator of this server can add languages.`
        : `This server cannot translate ${context.source} into ${context.target}. Choose another language.`;
    case 'too-large':
      return `The text is too long: this server takes up to ${showSize(context.maxBytes)} at once. Try a shorter part.`;
    case 'session-ended':
      return 'Your session has expired. Reload the page to continue.';
    case 'not-ready':
      return 'The translation engine is not ready. Try again in a moment.';
    case 'too-slow':
      return 'The translation took too long. Try a shorter text.';
    case 'gone':
      return message('documentGone');
    case 'unsupported':
      return message('documentUnsupported');
    case 'unreadable':
      return message('documentUnreadable');
    case 'refused':
      return failure.message || 'The server did not accept this text.';
    case 'broken':
      return 'Something went wrong on the server. Try again, or report it to the operator.';
  }
};

/** The part that says what is wrong; the rest is for programmers and operators. */
const firstSentence = (message: string): string => /^.*?\.(?=\s|$)/.exec(message)?.[0] ?? '';

/** Whether a retry can succeed, so that it should be offered. */
export const mayPass = ({ kind }: PageFailure): boolean =>
  !['quota-exceeded', 'no-route', 'too-large', 'refused', 'session-ended'].includes(kind);

/** A human-readable size: `128 kB`. */
export const showSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
};
