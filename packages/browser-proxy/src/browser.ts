/**
 * The half that runs in the page. It imports nothing, so a page can load the file as it is.
 */

/** A language that the service can translate from or into. */
export interface PageLanguage {
  /** Upper-case code, such as `ES` or `PT-BR` */
  readonly language: string;
  /** English name */
  readonly name: string;
}

/** One translated text. */
export interface PageTranslation {
  readonly text: string;
  /** Upper-case code; null if there was nothing to translate. */
  readonly detected_source_language: string | null;
}

/** What the page may send besides the texts, named as in `POST /v2/translate`. */
export interface PageTranslateOptions {
  readonly target_lang: string;
  readonly source_lang?: string;
  readonly [parameter: string]: unknown;
}

export interface PageTranslatorOptions {
  /** Address of the proxy without a slash at the end; the default is `/translate-proxy`. */
  readonly basePath?: string;
  /** The function that sends requests; the default is the browser's. */
  readonly fetch?: typeof fetch;
}

/** An error reported by the proxy. */
export class PageTranslatorError extends Error {
  override readonly name = 'PageTranslatorError';
  /** HTTP status */
  readonly status: number;
  /** Code from the table of errors, such as `quota_exceeded`; empty if the response has none */
  readonly code: string;
  /** Seconds to wait before a retry, if the proxy says so */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    {
      status,
      code,
      retryAfterSeconds,
    }: Pick<PageTranslatorError, 'status' | 'code' | 'retryAfterSeconds'>,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface PageTranslator {
  /** The languages that can be translated now. @throws PageTranslatorError */
  languages(type: 'source' | 'target', signal?: AbortSignal): Promise<readonly PageLanguage[]>;
  /**
   * Translates texts; the translations are in their order. A session that has
   * ended is started again.
   *
   * @throws PageTranslatorError
   */
  translate(
    texts: readonly string[],
    options: PageTranslateOptions,
    signal?: AbortSignal,
  ): Promise<readonly PageTranslation[]>;
}

/** Translates in a web page, through the proxy on the page's own server. */
export const createPageTranslator = ({
  basePath = '/translate-proxy',
  fetch: send = (address, request) => fetch(address, request),
}: PageTranslatorOptions = {}): PageTranslator => {
  // The cookie of the session is also sent to a proxy of another, listed origin.
  const call = (path: string, request: RequestInit) =>
    send(`${basePath}/${path}`, { credentials: 'include', ...request });
  const languages: PageTranslator['languages'] = async (type, signal) =>
    read(await call(`languages?type=${type}`, { ...given(signal) }));
  return {
    languages,
    async translate(texts, options, signal) {
      const post = () =>
        call('translate', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...options, text: texts }),
          ...given(signal),
        });
      let answer = await post();
      if (answer.status === 403) {
        const error = await errorOf(answer);
        if (error.code !== 'unauthorized') throw error;
        await languages('target', signal);
        answer = await post();
      }
      const { translations } = await read<{ translations: readonly PageTranslation[] }>(answer);
      return translations;
    },
  };
};

const given = (signal: AbortSignal | undefined) => signal && { signal };

const read = async <Content>(answer: Response): Promise<Content> => {
  if (!answer.ok) throw await errorOf(answer);
  return (await answer.json()) as Content;
};

const errorOf = async (answer: Response): Promise<PageTranslatorError> => {
  const body: unknown = await answer.json().catch(() => undefined);
  const { message, code } = Object(body) as { message?: unknown; code?: unknown };
  return new PageTranslatorError(
    typeof message === 'string' ? message : `The translator responded with ${answer.status}.`,
    {
      status: answer.status,
      code: typeof code === 'string' ? code : '',
      retryAfterSeconds: secondsOf(answer.headers.get('retry-after')),
    },
  );
};

/** Seconds of a `Retry-After` header: the service and the proxy send no dates. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
