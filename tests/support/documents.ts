import type { DocumentHandle, DocumentStatus } from '@dragoman/contract';
import { vi } from 'vitest';
import type { TestServer } from './start-server.js';

type Server = Pick<TestServer, 'url' | 'key'>;

const authorization = ({ key }: Server) => ({ authorization: `Service-Auth-Key ${key}` });

/** A form with a file in it and what is to be done with it. */
export const documentForm = (
  content: string | Uint8Array,
  fileName: string,
  fields: Readonly<Record<string, string>> = { source_lang: 'EN', target_lang: 'ES' },
): FormData => {
  const form = new FormData();
  form.set(
    'file',
    new Blob([typeof content === 'string' ? content : Buffer.from(content)]),
    fileName,
  );
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** `POST /v2/document` */
export const postDocument = (
  server: Server,
  body: FormData | string,
  { query = '', ...init }: RequestInit & { readonly query?: string } = {},
): Promise<Response> =>
  fetch(`${server.url}/v2/document${query}`, {
    method: 'POST',
    body,
    ...init,
    headers: { ...authorization(server), ...init.headers },
  });

/** Uploads what has to be taken. */
export const upload = async (server: Server, body: FormData): Promise<DocumentHandle> => {
  const response = await postDocument(server, body);
  if (!response.ok) throw new Error(`refused: ${await response.text()}`);
  return (await response.json()) as DocumentHandle;
};

/** Asks about a document, or with `path` `/result` for it; with DELETE it is cancelled. */
export const askDocument = (
  server: Server,
  { document_id: id, document_key: key }: DocumentHandle,
  path = '',
  method: 'POST' | 'DELETE' = 'POST',
): Promise<Response> =>
  fetch(`${server.url}/v2/document/${id}${path}`, {
    method,
    headers: { ...authorization(server), 'content-type': 'application/json' },
    body: JSON.stringify({ document_key: key }),
  });

/** Waits until a document is done or has failed. */
export const untilEnded = async (
  server: Server,
  handle: DocumentHandle,
): Promise<DocumentStatus> => {
  let status: DocumentStatus | undefined;
  await vi.waitUntil(
    async () => {
      status = (await (await askDocument(server, handle)).json()) as DocumentStatus;
      return status.status === 'done' || status.status === 'error';
    },
    { timeout: 150_000, interval: 100 },
  );
  return status as DocumentStatus;
};

/** Waits until a document is being translated; one that is done by then was too short. */
export const untilTranslating = (server: Server, handle: DocumentHandle): Promise<boolean> =>
  vi.waitUntil(
    async () => {
      const answer = await askDocument(server, handle);
      const { status } = (await answer.json()) as DocumentStatus;
      if (status === 'done') throw new Error('the document was done too soon');
      return status === 'translating';
    },
    { timeout: 60_000 },
  );
