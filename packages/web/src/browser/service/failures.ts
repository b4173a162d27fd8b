import { formatByteLimit, languageNameOf, message } from '../messages.js';

/** The kinds of failure that the user handles differently. */
export type FailureKind =
  | 'network-gone'
  | 'busy'
  | 'own-limit'
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
  /** The server's own code; empty if it has none. */
  readonly code: string;
  /** What the server says in addition to the message; empty if nothing. */
  readonly detail: string;
  /** What exactly is wrong, where the code leaves it open; empty if nothing. */
  readonly reason: string;
  /** Which entry of a list it is about, from 0; undefined if none. */
  readonly index: number | undefined;
  /** The parameter that it is about; empty if none. */
  readonly parameter: string;
  /** Code of the language that has no route; empty if that is not the failure. */
  readonly language: string;

  constructor(
    kind: FailureKind,
    message = '',
    answered: Partial<
      Pick<
        PageFailure,
        'retryAfterSeconds' | 'code' | 'detail' | 'reason' | 'index' | 'parameter' | 'language'
      >
    > = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = answered.retryAfterSeconds;
    this.code = answered.code ?? '';
    this.detail = answered.detail ?? '';
    this.reason = answered.reason ?? '';
    this.index = answered.index;
    this.parameter = answered.parameter ?? '';
    this.language = answered.language ?? '';
  }
}

/** The server cannot be reached, or another program responds instead. */
export const NETWORK_GONE = (): PageFailure => new PageFailure('network-gone');

/** What went wrong; anything unknown is a fault of the page. */
export const asFailure = (error: unknown): PageFailure =>
  error instanceof PageFailure ? error : new PageFailure('broken');

/** The codes of the server's errors that this page can meet. */
const KIND_BY_CODE: Readonly<Record<string, FailureKind>> = {
  invalid_parameter: 'refused',
  invalid_file: 'refused',
  malformed_body: 'refused',
  unsupported_media_type: 'refused',
  pair_not_installed: 'no-route',
  language_not_installed: 'no-route',
  password_required: 'session-ended',
  unauthorized: 'session-ended',
  browser_refused: 'session-ended',
  not_found: 'gone',
  request_timeout: 'network-gone',
  client_closed: 'network-gone',
  body_too_large: 'too-large',
  too_many_requests: 'busy',
  visitor_limit_reached: 'own-limit',
  quota_exceeded: 'quota-exceeded',
  internal: 'broken',
  engine_failed: 'not-ready',
  document_not_done: 'not-ready',
  unavailable: 'not-ready',
  deadline_exceeded: 'too-slow',
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
  const body = (await response.json().catch(() => ({}))) as {
    message?: unknown;
    code?: unknown;
    detail?: unknown;
    reason?: unknown;
    index?: unknown;
    parameter?: unknown;
    language?: unknown;
  };
  const kind = KIND_BY_CODE[String(body.code)] ?? KIND_BY_STATUS[response.status] ?? 'broken';
  return new PageFailure(kind, typeof body.message === 'string' ? body.message : '', {
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    code: String(body.code ?? ''),
    detail: typeof body.detail === 'string' ? body.detail : '',
    reason: typeof body.reason === 'string' ? body.reason : '',
    index: typeof body.index === 'number' ? body.index : undefined,
    parameter: typeof body.parameter === 'string' ? body.parameter : '',
    language: typeof body.language === 'string' ? body.language : '',
  });
};

/** The values in the messages. */
interface FailureContext {
  /** Name of the source, if it was chosen: `Danish`. */
  readonly source: string | undefined;
  readonly target: string;
  /** Maximum request size of the server, in bytes. */
  readonly maxBytes: number;
  /** Whether a button beside it adds the language. */
  readonly mayAdd?: boolean;
}

/** The failure in words: what happened, and what can be done about it. */
export const describeFailure = (failure: PageFailure, context: FailureContext): string => {
  // What a newer server says is better than what this page makes of the status.
  const isUnknown = failure.code !== '' && KIND_BY_CODE[failure.code] === undefined;
  if (isUnknown && failure.message !== '') return failure.message;
  switch (failure.kind) {
    case 'no-route':
      return context.source === undefined
        ? describeNoRoute(failure, context)
        : message('failPair', { source: context.source, target: context.target });
    case 'too-large':
      return message('failTooLarge', { size: formatByteLimit(context.maxBytes) });
    case 'refused':
      return describeRefusal(failure);
    default:
      return message(MESSAGE_BY_KIND[failure.kind]);
  }
};

const MESSAGE_BY_KIND = {
  'network-gone': 'failNetwork',
  busy: 'failBusy',
  'own-limit': 'failLimit',
  'quota-exceeded': 'failQuota',
  'session-ended': 'failSession',
  'not-ready': 'failNotReady',
  'too-slow': 'failTooSlow',
  gone: 'documentGone',
  unsupported: 'documentUnsupported',
  unreadable: 'documentUnreadable',
  broken: 'failBroken',
} as const;

/** The server says in English what is wrong; what this page says itself has no code. */
const describeRefusal = ({ message: sentence, code }: PageFailure): string => {
  if (sentence === '') return message('failRefused');
  return code === '' ? sentence : message('failRefusedWhy', { reason: sentence });
};

const describeNoRoute = (
  { code, parameter, language: tag }: PageFailure,
  { target, mayAdd }: FailureContext,
): string => {
  const advice = message(mayAdd ? 'failSelect' : 'failAdvice');
  const isMissing = code === 'language_not_installed';
  if (tag === '' || (isMissing && parameter === 'target_lang'))
    return message('failInto', { target, advice });
  const language = languageNameOf(tag);
  return isMissing
    ? message('failMissing', { language, advice })
    : message('failNoWay', { language, target, advice });
};

/** Whether the server is expected back soon. */
export const isAway = ({ kind }: PageFailure): boolean =>
  ['network-gone', 'not-ready', 'busy'].includes(kind);

/** Whether a retry can succeed, so that it should be offered. */
export const mayPass = ({ kind }: PageFailure): boolean =>
  !['quota-exceeded', 'no-route', 'too-large', 'refused', 'session-ended'].includes(kind);

/** Seconds of a `Retry-After` header: the service and the proxy send no dates. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
