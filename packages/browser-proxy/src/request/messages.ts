/** A browser's request, whatever server it came in by. */
export interface ProxyRequest {
  readonly method: string;
  /** Path and query as the browser sent them, such as `/translate-proxy/languages?type=target`. */
  readonly path: string;
  /** One header by its lower-case name; several of one name joined as HTTP does. */
  header(name: string): string | undefined;
  /** Whether the connection the request came in by is encrypted. */
  readonly isSecure: boolean;
  /** Read only where the proxy wants a body, and never further than `maxBodyBytes`. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Aborts when the browser leaves; what is under way for it is then given up. */
  readonly signal: AbortSignal;
}

/** What the browser gets. */
export interface ProxyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or nothing where the status allows no body. */
  readonly body: string;
}
