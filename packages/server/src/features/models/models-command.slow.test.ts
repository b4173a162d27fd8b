import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueServer, startCatalogueServer } from './testing/catalogue-server.js';
import { offeredModel } from './testing/offered-model.js';

const COMMAND = fileURLToPath(new URL('../../../bin/dragoman.js', import.meta.url));

let server: CatalogueServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-models-'));
  server = await startCatalogueServer([
    ...offeredModel(),
    ...offeredModel({ source: 'de', target: 'en', architecture: 'base' }),
    ...offeredModel({ source: 'fr', target: 'en', filter: "env.country == 'XX'" }),
  ]);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

type Variables = Readonly<Record<string, string>>;

const start = (words: readonly string[], data: string, variables: Variables = {}): ChildProcess =>
  spawn(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DRAGOMAN_DATA_DIR: join(folder, data),
      DRAGOMAN_CATALOGUE_URL: server.url,
      DRAGOMAN_STARTER_MODELS_DIR: join(folder, 'no-starters'),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const run = (words: readonly string[], data = 'data', variables?: Variables) =>
  runCommand(['models', ...words], data, variables);

const runCommand = async (words: readonly string[], data: string, variables?: Variables) => {
  const child = start(words, data, variables);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
};

/** A proxy that connects every request to a port of this machine, and remembers who was asked for. */
const startProxy = async (port: string) => {
  const asked: string[] = [];
  const proxy = createServer().listen(0, '127.0.0.1');
  proxy.on('connect', (request, client) => {
    asked.push(request.url ?? '');
    const upstream = connect(Number(port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
};

const modelsOf = (data: string) => join(folder, data, 'models');

describe('dragoman models', () => {
  it('available: prints what there is and what was left out', async () => {
    const { code, out, err } = await run(['available']);
    expect(code).toBe(0);
    expect(out.replaceAll(/ +/g, ' ').split('\n')).toEqual([
      'Pair Architecture Kind Version Download On disk Licence',
      'de-en base quality 3.0 306 kB 306 kB MPL-2.0',
      'en-de tiny fast 3.0 306 kB 306 kB MPL-2.0',
      '',
    ]);
    expect(err).toContain('skipped: fr-en tiny 3.0');
    expect(existsSync(modelsOf('data'))).toBe(false);
  });

  it('available: can be cut down to a language, and says what it is not', async () => {
    const json = JSON.parse((await run(['available', 'en-de', '--json'])).out);
    expect(json.models).toMatchObject([{ id: 'en-de-tiny-3.0', installed: false }]);
    expect((await run(['available', 'german'])).out).toContain('de-en');
    expect((await run(['available', 'grman'])).err).toContain('Did you mean de (German)?');
    expect((await run(['available', 'it'])).code).toBe(1);
  });

  it('available: from then on, lists of languages show what the catalogue has', async () => {
    const addable = async () =>
      (await runCommand(['completion-words', 'addable'], 'asked')).out.trim().split('\n');
    expect(await addable()).toContain('ja');
    await run(['available'], 'asked');
    expect(await addable()).toEqual(['de']);
    const { out } = await runCommand(['languages'], 'asked', { DRAGOMAN_ENGINES: 'fake' });
    expect(out).toContain('Can be added:\n  de ');
    expect(out).toMatch(/Models as of \d{4}-\d{2}-\d{2};/);
  });

  it('pull, list, verify, export, import, remove: the whole way of a model', async () => {
    const pulled = await run(['pull', 'en-de', 'de-en'], 'way');
    expect(pulled).toMatchObject({ code: 0 });
    expect(pulled.err).toContain('en-de tiny: downloading 306 kB\n');
    expect(pulled.err).toContain(`en-de-tiny-3.0: installed in ${modelsOf('way')}`);
    expect(pulled.err).not.toContain('\u001b');

    const listed = await run(['list', '--json'], 'way');
    expect(JSON.parse(listed.out).models).toMatchObject([
      { id: 'de-en-base-3.0', model_type: 'quality_optimized' },
      { id: 'en-de-tiny-3.0', model_type: 'latency_optimized', license: 'MPL-2.0' },
    ]);
    expect((await run(['verify'], 'way')).out).toBe(
      'de-en-base-3.0: whole\nen-de-tiny-3.0: whole\n',
    );

    expect((await run(['export', 'models.tar'], 'way')).out).toContain('models.tar: 2 models');
    expect((await run(['import', 'models.tar'], 'other')).out).toBe(
      'imported de-en-base-3.0\nimported en-de-tiny-3.0\n',
    );
    expect((await run(['list'], 'other')).out).toBe((await run(['list'], 'way')).out);

    truncateSync(join(modelsOf('other'), 'en-de-tiny-3.0', 'vocab.ende.spm'), 1);
    const verified = await run(['verify', 'en-de'], 'other');
    expect(verified.code).toBe(1);
    expect(verified.out).toMatch(/DAMAGED\n {2}.*vocab.ende.spm has 1 bytes instead of 1000\n/);

    expect((await run(['remove', 'en-de'], 'other')).out).toBe(
      `removed ${join(modelsOf('other'), 'en-de-tiny-3.0')}\n`,
    );
    expect(await run(['remove', '../other'], 'other')).toMatchObject({ code: 1 });
    expect((await run(['list'], 'other')).out).toMatch(/^Model.*\nde-en-base-3.0/);
  });

  it('pull: looks up all pairs before it downloads any', async () => {
    const result = await run(['pull', 'en-de', 'en-it'], 'none');
    expect(result.code).toBe(1);
    expect(result.err).toBe(
      'dragoman: The catalogue has no model en-it. Run `dragoman models available` to list all models.\n',
    );
    expect(existsSync(modelsOf('none'))).toBe(false);
  });

  it('pull: a language means both directions', async () => {
    const { code, err } = await run(['pull', 'German'], 'named');
    expect(code).toBe(0);
    expect(err).toContain('en-de-tiny-3.0: installed');
    expect(err).toContain('de-en-base-3.0: installed');
  });

  it('pull: refuses what is no language without asking the catalogue', async () => {
    const before = server.requests.length;
    const { code, err } = await run(['pull', 'de', 'gibberish'], 'none');
    expect([code, err]).toEqual([
      1,
      'dragoman: "gibberish" is neither a language nor a pair like en-de.\n',
    ]);
    expect(server.requests.length).toBe(before);
  });

  it('setup: downloads without a terminal if told so, and writes the configuration', async () => {
    const file = join(folder, 'setup.json');
    writeFileSync(file, '{ "port": 3131, "languages": "fr, it" }');
    const words = ['de', '--yes', '--config', file];
    const { code, out } = await runCommand(['setup', ...words], 'set-up');
    expect(code).toBe(0);
    expect(out).toMatch(/^Together +612 kB +612 kB$/m);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      port: 3131,
      languages: ['fr', 'it', 'de'],
    });
    expect((await run(['verify'], 'set-up')).out).toContain('de-en-base-3.0: whole');
    const again = await runCommand(['setup', ...words], 'set-up');
    expect(again.err).toContain('All models of these languages are installed.');
  });

  it('setup: asks nothing if --languages names them', async () => {
    const file = join(folder, 'named.json');
    const words = ['setup', '--languages', 'German', '--config', file];
    writeFileSync(file, '{}');
    const { code, out } = await runCommand(words, 'languages');
    expect(code).toBe(0);
    expect(out).toContain('Licence of the models: MPL-2.0');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ languages: ['de'] });
    expect((await run(['verify'], 'languages')).out).toContain('de-en-base-3.0: whole');
    expect(await runCommand(['setup', '--languages', 'gibberish'], 'none')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--languages (flag): the value must be 1 to 60 of languages'),
    });
  });

  it.each([['setup'], ['setup', 'de']])(
    '%s %s: cannot ask where there is no terminal',
    async (...words) => {
      expect(await runCommand(words, 'none')).toMatchObject({
        code: 2,
        err: expect.stringContaining('dragoman setup --languages de,fr'),
      });
    },
  );

  it('pull: says what to do where the catalogue cannot be reached', async () => {
    const { code, err } = await run(['pull', 'de'], 'none', {
      DRAGOMAN_CATALOGUE_URL: 'http://dragoman.invalid',
    });
    expect(code).toBe(1);
    for (const advice of [
      'HTTPS_PROXY',
      'NODE_EXTRA_CA_CERTS',
      '--catalogue-url',
      'npx dragoman models pull de && npx dragoman models export models.tar',
      'npx dragoman models import models.tar',
    ]) {
      expect(err).toContain(advice);
    }
  });

  it('pull: goes through the proxy of the environment', async () => {
    const proxy = await startProxy(new URL(server.url).port);
    const environment = { DRAGOMAN_CATALOGUE_URL: 'http://catalogue.example' };
    const proxied = { ...environment, HTTP_PROXY: proxy.url };
    expect(await run(['available'], 'proxied', proxied)).toMatchObject({ code: 0 });
    expect(new Set(proxy.asked)).toEqual(new Set(['catalogue.example:80']));
    const before = proxy.asked.length;
    const excepted = await run(['available'], 'none', {
      ...proxied,
      DRAGOMAN_CATALOGUE_URL: server.url,
      NO_PROXY: '127.0.0.1',
    });
    expect([excepted.code, proxy.asked.length]).toEqual([0, before]);
    await proxy.close();
  });

  it.skipIf(spawnSync('openssl', ['version']).error !== undefined)(
    'pull: trusts the certificate authority of NODE_EXTRA_CA_CERTS, also through a proxy',
    async () => {
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
      const request = `req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ${key} -out ${cert}`;
      spawnSync('openssl', [...request.split(' '), ...subject]);
      const secure = await startCatalogueServer(offeredModel(), {
        tls: { key: readFileSync(key), cert: readFileSync(cert) },
      });
      const proxy = await startProxy(new URL(secure.url).port);
      try {
        const address = { DRAGOMAN_CATALOGUE_URL: secure.url };
        const refused = await run(['available'], 'secure', address);
        expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('SELF_SIGNED') });
        const trusted = { ...address, NODE_EXTRA_CA_CERTS: cert };
        expect((await run(['pull', 'en-de'], 'secure', trusted)).code).toBe(0);
        const proxied = { ...trusted, HTTPS_PROXY: proxy.url };
        expect((await run(['available'], 'secure', proxied)).code).toBe(0);
        expect(proxy.asked).toContain(new URL(secure.url).host);
      } finally {
        await proxy.close();
        await secure.close();
      }
    },
  );

  it('list: says where it looked when there is nothing', async () => {
    const { code, out, err } = await run(['list'], 'nothing');
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain(modelsOf('nothing'));
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'pull: ended by %s leaves no model, and the next one goes on',
    async (signal) => {
      const data = `ended-${signal}`;
      const reached = new Promise<void>((resolve) => {
        server.interfere((_request, response, body) => {
          response.writeHead(200, { 'content-length': body.length, etag: '"one"' });
          // The rest never comes: the process is ended in the middle of the file.
          response.write(body.subarray(0, 200_000));
          resolve();
          return true;
        });
      });
      const child = start(['models', 'pull', 'en-de'], data);
      const ended = once(child, 'close');
      await reached;
      child.kill(signal);
      const [code] = await ended;
      server.interfere(undefined);
      expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGKILL: null }[signal]);
      expect(readdirSync(modelsOf(data)).filter((name) => !name.startsWith('.'))).toEqual([]);
      expect(await run(['pull', 'en-de'], data)).toMatchObject({ code: 0 });
      expect((await run(['verify'], data)).out).toBe('en-de-tiny-3.0: whole\n');
      expect(readdirSync(join(modelsOf(data), '.incoming'))).toEqual([]);
    },
  );
});
