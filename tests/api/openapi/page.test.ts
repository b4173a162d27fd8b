import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiServer, startApiServer } from './api-server.js';

const run = promisify(execFile);

let api: ApiServer;
let response: Response;
let page = '';
beforeAll(async () => {
  api = await startApiServer();
  response = await api.call('/docs', { key: '' });
  page = await response.text();
});
afterAll(() => api?.stop());

const decode = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const commands = (): readonly string[] =>
  [...page.matchAll(/<pre><code>(curl [^<]*)<\/code><\/pre>/g)].map(([, code = '']) =>
    decode(code),
  );

/** A translation memory for a command. */
const memoryVariables = async (command: string): Promise<Readonly<Record<string, string>>> => {
  const operation = command.includes('/uploads/')
    ? 'uploadTranslationMemoryFile'
    : command.includes('/downloads/')
      ? 'downloadTranslationMemory'
      : '';
  const parts = Object.entries(await api.makeMemory(operation));
  return Object.fromEntries(parts.map(([name, value]) => [name.toUpperCase(), value]));
};

const pageFor = (host: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${api.url}/docs`, { headers: { host, via: '1.1 proxy', ...headers } }, (answer) =>
      resolve(text(answer)),
    )
      .on('error', reject)
      .end();
  });

describe('the reference page', () => {
  it('has a command for every operation, and each works as it stands', async () => {
    const { paths } = (await (await api.call('/openapi.json')).json()) as { paths: object };
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(commands()).toHaveLength(operations.length);

    await api.createKey('--name', 'another');
    const keys = (await (
      await api.call('/v2/admin/developer-keys', { key: api.adminKey })
    ).json()) as { readonly key_id: string; readonly label: string }[];
    const document = await api.makeDocument();
    const environment = {
      DOCUMENT_ID: document.document_id,
      DOCUMENT_KEY: document.document_key,
      PATH: process.env.PATH,
      AUTH_KEY: api.authKey,
      ADMIN_KEY: api.adminKey,
      KEY_ID: keys.find(({ label }) => label === 'another')?.key_id,
    };
    for (const command of commands()) {
      // Some commands delete theirs, or use up an address.
      const { style_id, instruction_id } = await api.makeStyle();
      const own = {
        GLOSSARY_ID: await api.makeGlossary(),
        STYLE_ID: style_id,
        INSTRUCTION_ID: instruction_id,
        ...(command.includes('/v3/translation_memories') && (await memoryVariables(command))),
      };
      const { stdout } = await run(
        'bash',
        ['--norc', '-c', `${command} --output /dev/null --write-out '%{http_code}'`],
        { env: { ...environment, ...own }, timeout: 30_000 },
      );
      expect(stdout, command).toMatch(/^20[0124]$/);
    }
  });

  it('leads to nothing outside', () => {
    const links = [...page.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(([, link]) => link);
    const ids = new Set([...page.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => `#${id}`));
    expect(links.filter((link = '') => link !== 'openapi.json' && !ids.has(link))).toEqual([]);
    expect(page).not.toMatch(/<(script \w|link|img|iframe|form|object)\b|\son\w+=|url\(|@import/i);
  });

  it('is protected by a policy that lets its own style and script through', () => {
    const hashOf = (pattern: RegExp) =>
      createHash('sha256')
        .update(pattern.exec(page)?.[1] ?? '')
        .digest('base64');
    const hash = hashOf(/<style>([\s\S]*)<\/style>/);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    const scriptHash = hashOf(/<script>([\s\S]*)<\/script>/);
    expect(policy).toContain(`script-src 'sha256-${scriptHash}'`);
    expect(page).not.toMatch(/\sstyle=/);
  });

  it('shows the address it was reached by, unless a shell or a browser could take it amiss', async () => {
    expect(await pageFor('translate.example.org:8080')).toContain(
      'curl -s http://translate.example.org:8080/health/live',
    );
    const below = { 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/translate' };
    expect(await pageFor('example.org', below)).toContain(
      'curl -s https://example.org/translate/health/live',
    );
    expect(await pageFor('example.org', { 'x-forwarded-prefix': '/$(reboot)' })).toContain(
      'curl -s http://example.org/health/live',
    );
    const evil = await pageFor('$(reboot)<b>');
    expect(evil).not.toContain('reboot');
    expect(evil).toContain(`curl -s ${api.url}/health/live`);
  });
});
