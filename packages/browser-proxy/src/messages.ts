/** A browser's request, independent of the server framework. */
export interface ProxyRequest {
  readonly method: string;
  /** Path and query as the browser sent them, such as `/translate-proxy/languages?type=target`. */
  readonly path: string;
  /** One header by its lower-case name; several of one name joined as HTTP does. */
  header(name: string): string | undefined;
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
