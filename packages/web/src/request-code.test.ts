import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeLanguage, codeOf, KEY_VARIABLE } from './browser/code-panel.js';

const run = promisify(execFile);
const PROGRAMS: readonly (readonly [CodeLanguage, string, readonly string[]])[] = [
  ['curl', 'sh', ['-c']],
  ['Node', process.execPath, ['--input-type=module', '-e']],
  ['Python', 'python3', ['-c']],
];

describe('a request as code', () => {
  /** Repeats the text of the request, and keeps the last request. */
  let server: Server;
  let asked: { readonly path?: string | undefined; readonly key?: string; readonly body?: unknown };
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = await request.toArray();
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { text: string[] };
      asked = { path: request.url, key: String(request.headers.authorization), body };
      response.end(JSON.stringify({ translations: [{ text: body.text[0] }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  it.each(PROGRAMS)('in %s is a program that makes it', async (language, program, flags) => {
    const { port } = server.address() as AddressInfo;
    const text = `It's "so" \\n \`x\` \${y} $HOME %s {z} 😀\nΩ`;
    const code = codeOf(
      language,
      { text, sourceCode: undefined, targetCode: 'ES', modelType: 'quality_optimized' },
      `http://127.0.0.1:${port}`,
    );
    const { stdout } = await run(program, [...flags, code], {
      env: { ...process.env, [KEY_VARIABLE]: 'secret', PYTHONIOENCODING: 'utf-8' },
    });
    expect(asked).toEqual({
      path: '/v2/translate',
      key: 'Service-Auth-Key secret',
      body: { text: [text], target_lang: 'ES', model_type: 'quality_optimized' },
    });
    const printed =
      language === 'curl' ? JSON.parse(stdout).translations[0].text : stdout.trimEnd();
    expect(printed).toBe(text);
  });
});
