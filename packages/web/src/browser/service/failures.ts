/** What can go wrong, as far as a person would do something else about it. */
export type FailureKind =
  | 'network-gone'
  | 'busy'
  | 'quota-exceeded'
  | 'no-route'
  | 'too-large'
  | 'session-ended'
  | 'not-ready'
  | 'too-slow'
  | 'refused'
  | 'broken';

/** A failure that is told to the person at the page. */
export class PageFailure extends Error {
  readonly kind: FailureKind;
  /** Whole seconds after which the server asks to be tried again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: FailureKind, message = '', retryAfterSeconds?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server cannot be reached, or something else answers in its place. */
export const NETWORK_GONE = (): PageFailure => new PageFailure('network-gone');

const KIND_BY_CODE: Readonly<Record<string, FailureKind>> = {
  pair_not_installed: 'no-route',
  language_not_installed: 'no-route',
};

const KIND_BY_STATUS: Readonly<Record<number, FailureKind>> = {
  400: 'refused',
  401: 'session-ended',
  403: 'session-ended',
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

/** What a failure is told with. */
export interface FailureContext {
  /** Name of the source where it was chosen: `Danish`. */
  readonly source: string | undefined;
  readonly target: string;
  /** Most bytes the server takes at once. */
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
      return 'This month’s allowance of characters is used up. Ask whoever runs this server for more.';
    case 'no-route':
      return context.source === undefined
        ? `${firstSentence(failure.message) || `This server cannot translate this text into ${context.target}.`} If it is in another language, choose that; whoever runs this server can add languages.`
        : `This server cannot translate ${context.source} into ${context.target}. Choose another language.`;
    case 'too-large':
      return `That is too much at once: this server takes up to ${showSize(context.maxBytes)}. Try a part of it.`;
    case 'session-ended':
      return 'Your visit has timed out. Reload the page to go on.';
    case 'not-ready':
      return 'The translation engine is not ready. Try again in a moment.';
    case 'too-slow':
      return 'The translation took too long. Try a shorter text.';
    case 'refused':
      return failure.message || 'The server did not accept this text.';
    case 'broken':
      return 'Something went wrong on the server. Try again, or tell whoever runs it.';
  }
};

/** What is wrong; the rest is for those who write programs or run the server. */
const firstSentence = (message: string): string => /^.*?\.(?=\s|$)/.exec(message)?.[0] ?? '';

/** Whether the same request can succeed later, so that trying again is worth offering. */
export const mayPass = ({ kind }: PageFailure): boolean =>
  !['quota-exceeded', 'no-route', 'too-large', 'refused', 'session-ended'].includes(kind);

/** Bytes as a person says them: `128 kB`. */
export const showSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
};
