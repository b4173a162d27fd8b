/** A request of the proxy to the service: to one of two endpoints, without a key. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** `/v2/translate` or `/v2/languages?type=…` */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts when the browser disconnects or the time is up. */
  readonly signal: AbortSignal;
}

/** The part of a web `Response` that the proxy reads. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Sends a request to the service. */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamAnswer>;

/** The usual way: HTTP, with the key. */
export const createHttpUpstream = ({
  serverUrl,
  authKey,
}: {
  readonly serverUrl: URL;
  readonly authKey: string;
}): Upstream => {
  const base = `${serverUrl.origin}${serverUrl.pathname.replace(/\/+$/, '')}`;
  return ({ path, headers, ...request }) =>
    fetch(`${base}${path}`, {
      ...request,
      headers: {
        ...headers,
        authorization: `Service-Auth-Key ${authKey}`,
        'user-agent': 'dragoman-browser-proxy/0.1.0',
      },
      // A redirect could send the key to a foreign address.
      redirect: 'error',
    });
};
