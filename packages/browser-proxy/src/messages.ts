/** A browser's request, independent of the server framework. */
export interface ProxyRequest {
  readonly method: string;
  /** Path and query as the browser sent them, such as `/translate-proxy/languages?type=target`. */
  readonly path: string;
  /** One header by its lower-case name; several of one name joined as HTTP does. */
  header(name: string): string | undefined;
  /** Of the browser. New sessions are limited per address; where it is left out, they are not. */
  readonly address?: string;
  /** Whether the connection of the request is encrypted. */
  readonly isSecure: boolean;
  /** Only read if the proxy needs a body, and never beyond `maxBodyBytes`. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Aborts when the browser disconnects; its running work is then cancelled. */
  readonly signal: AbortSignal;
}

/** What the browser gets. */
export interface ProxyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or nothing where the status allows no body. */
  readonly body: string;
}

/** The service's error codes that the proxy itself uses, and their statuses. */
export const STATUSES = {
  invalid_parameter: 400,
  malformed_body: 400,
  unauthorized: 403,
  browser_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  visitor_limit_reached: 429,
  client_closed: 499,
  internal: 500,
  unavailable: 503,
  deadline_exceeded: 504,
} as const;

type ProxyErrorCode = keyof typeof STATUSES;

/** An error that is sent to the browser; anyone may read the message. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: ProxyErrorCode;
  readonly parameter: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProxyErrorCode,
    message: string,
    details: {
      readonly parameter?: string;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.parameter = details.parameter;
    this.headers = details.headers ?? {};
  }

  get status(): number {
    return STATUSES[this.code];
  }
}
