import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentHandle, WireStyle } from '@dragoman/contract';
import { expect, vi } from 'vitest';
import {
  echo,
  startScriptedServer,
} from '../../../packages/engines/dist/llm/testing/scripted-server.js';
import { loadConfiguration } from '../../../packages/server/dist/configuration/load.js';
import { type RunningServer, startServer } from '../../../packages/server/dist/main.js';
import { runDragoman } from '../../support/run-command.js';
import { createMemory } from './create-memory.js';

/** A server in this process, so that its routes can be listed. */
export interface ApiServer {
  readonly server: RunningServer;
  readonly url: string;
  readonly authKey: string;
  readonly adminKey: string;
  /** Makes a key with `dragoman keys create`. */
  createKey(...options: readonly string[]): Promise<string>;
  call(path: string, init?: RequestInit & { readonly key?: string }): Promise<Response>;
  /** Has a document translated, so that there is one to ask about. */
  makeDocument(): Promise<DocumentHandle>;
  /** Creates a glossary of English and Spanish. @returns its id */
  makeGlossary(): Promise<string>;
  /**
   * Creates a translation memory of English and Spanish.
   *
   * @param operation that is about to be tried, which may need a file that waits
   * @returns the parts of its addresses
   */
  makeMemory(operation: string): Promise<Readonly<Record<string, string>>>;
  /** Creates a style rule for Spanish with one instruction. */
  makeStyle(): Promise<{ readonly style_id: string; readonly instruction_id: string }>;
  stop(): Promise<void>;
}

export const startApiServer = async (): Promise<ApiServer> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-openapi-'));
  // Improves English texts, and translates nothing that the examples have.
  const model = await startScriptedServer(echo);
  const languageModel = { name: 'echo', address: model.address, model: 'echo', pairs: ['ja-en'] };
  const environment = {
    DRAGOMAN_DATA_DIR: dataDirectory,
    DRAGOMAN_PORT: '0',
    DRAGOMAN_LOG_LEVEL: 'silent',
    // The document describes our own API, not those of other servers, and nothing for people.
    DRAGOMAN_COMPATIBILITY: 'none',
    DRAGOMAN_PAGE: 'off',
    // Tests play the proxy.
    DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1',
    DRAGOMAN_LANGUAGE_MODELS: JSON.stringify([languageModel]),
  };
  const server = await startServer(
    loadConfiguration({ environment, workingDirectory: dataDirectory }),
  );
  const authKey = (await readFile(join(dataDirectory, 'auth-key'), 'utf8')).trim();
  const createKey = (...options: readonly string[]) =>
    runDragoman(['keys', 'create', ...options], environment);
  const call: ApiServer['call'] = (path, { key = authKey, headers, ...init } = {}) =>
    fetch(`${server.address}${path}`, {
      ...init,
      headers: { ...(key !== '' && { authorization: `Service-Auth-Key ${key}` }), ...headers },
    });
  return {
    server,
    url: server.address,
    authKey,
    adminKey: await createKey('--name', 'admin', '--permissions', 'admin'),
    createKey,
    call,
    async makeDocument() {
      const form = new FormData();
      form.set('target_lang', 'ES');
      form.set('file', new Blob(['Good morning, my friend.']), 'greeting.txt');
      const uploaded = await call('/v2/document', { method: 'POST', body: form });
      const handle = (await uploaded.json()) as DocumentHandle;
      const path = `/v2/document/${handle.document_id}?document_key=${handle.document_key}`;
      await vi.waitUntil(
        async () => {
          const { status } = (await (await call(path)).json()) as { readonly status: string };
          expect(status).not.toBe('error');
          return status === 'done';
        },
        { timeout: 20_000 },
      );
      return handle;
    },
    async makeGlossary() {
      const entries = 'friend\tcompañero';
      const dictionaries = [{ source_lang: 'en', target_lang: 'es', entries }];
      const created = await call('/v3/glossaries', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Greetings', dictionaries }),
      });
      return ((await created.json()) as { readonly glossary_id: string }).glossary_id;
    },
    makeMemory: (operation) => createMemory(call, operation),
    async makeStyle() {
      const created = await call('/v3/style_rules', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Website',
          language: 'es',
          custom_instructions: [{ label: 'Greeting', prompt: 'Greet everybody.' }],
        }),
      });
      const { style_id, custom_instructions } = (await created.json()) as WireStyle;
      return { style_id, instruction_id: custom_instructions?.[0]?.id ?? '' };
    },
    async stop() {
      await Promise.all([server.stop(), model.stop()]);
      await rm(dataDirectory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
};
