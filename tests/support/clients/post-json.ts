/** A JSON answer with its status. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests know its type
  readonly body: any;
}

const read = async (response: Response): Promise<JsonAnswer> => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
});

export const getJson = async (url: string): Promise<JsonAnswer> => read(await fetch(url));

/** Posts a JSON body, or a form where `body` is one, and reads the JSON answer. */
export const postJson = async (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonAnswer> => {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
  });
  return read(response);
};
