import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressFields, browserAddress } from '../../scripts/packages/public-address.mjs';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PUBLISHED = ['client', 'browser-proxy'];
const REMOTE = 'git@code.example.org:team/translation.git';
const ADDRESS = 'https://code.example.org/team/translation';

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$/);
const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
const path = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,15}$/), { minLength: 1, maxLength: 3 })
  .map((names) => names.join('/'));

describe('the address of a remote', () => {
  it('is the same in every form that git takes, with and without user, port and ending', () => {
    fc.assert(
      fc.property(host, path, label, fc.constantFrom('', '.git', '/'), (name, at, user, end) => {
        const forms = [
          `https://${name}/${at}${end}`,
          `https://${user}:secret@${name}/${at}${end}`,
          `git+https://${name}/${at}${end}`,
          `ssh://git@${name}/${at}${end}`,
          `ssh://git@${name}:2222/${at}${end}`,
          `git://${name}/${at}${end}`,
          `${user}@${name}:${at}${end}`,
          `${name}:${at}${end}`,
        ];
        expect(new Set(forms.map(browserAddress))).toEqual(new Set([`https://${name}/${at}`]));
      }),
    );
  });

  it('keeps the port of web pages', () => {
    expect(browserAddress('https://code.example.org:8443/a/b.git')).toBe(
      'https://code.example.org:8443/a/b',
    );
  });

  it.each([
    '',
    '/srv/git/translation.git',
    '../translation',
    'file:///srv/git/translation.git',
    'C:\\translation',
    'http://localhost:3000/team/translation.git',
    'git@127.0.0.1:team/translation.git',
    'ssh://git@[::1]/team/translation.git',
    'work:team/translation.git',
    'https://code.example.org/',
  ])('is none for %j, which nobody else can open', (remote) => {
    expect(browserAddress(remote)).toBeUndefined();
  });
});

describe('a published package', () => {
  let clone: string;

  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'dragoman-address-'));
    const script = 'scripts/packages/public-address.mjs';
    await mkdir(join(clone, dirname(script)), { recursive: true });
    await cp(join(ROOT, script), join(clone, script));
    await cp(join(ROOT, 'package.json'), join(clone, 'package.json'));
    for (const name of PUBLISHED) {
      const folder = join('packages', name);
      await mkdir(join(clone, folder, 'dist'), { recursive: true });
      await cp(join(ROOT, folder, 'package.json'), join(clone, folder, 'package.json'));
    }
    await run('git', ['init', '--quiet', clone]);
  });
  afterEach(() => rm(clone, { recursive: true, force: true }));

  const setRemote = (remote: string) =>
    run('git', ['remote', 'add', 'origin', remote], { cwd: clone });

  const npm = (name: string, args: readonly string[]) =>
    run('npm', [...args], { cwd: join(clone, 'packages', name) });

  /** `package.json` as it is in the file that `npm pack` writes. */
  const packedManifest = async (name: string) => {
    const { stdout } = await npm(name, ['pack', '--json', '--pack-destination', clone]);
    const [{ filename, files }] = JSON.parse(stdout);
    expect(JSON.stringify(files)).not.toContain('.orig');
    const packed = await run('tar', ['-xzOf', join(clone, filename), 'package/package.json']);
    return JSON.parse(packed.stdout);
  };

  const expectRestored = async (name: string) => {
    const folder = join('packages', name);
    const manifest = (root: string) => readFile(join(root, folder, 'package.json'), 'utf8');
    expect(await manifest(clone)).toBe(await manifest(ROOT));
    expect(await readdir(join(clone, folder))).not.toContain('package.json.orig');
  };

  it.each(PUBLISHED)('%s leads to the address of the remote', async (name) => {
    await setRemote(REMOTE);
    expect(await packedManifest(name)).toMatchObject(addressFields(ADDRESS, `packages/${name}`));
    await expectRestored(name);
  });

  it('leads to the address in package.json rather than to the remote', async () => {
    await setRemote('https://mirror.example.net/copy.git');
    const path = join(clone, 'package.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...manifest, repository: { url: `${ADDRESS}.git` } }));
    expect(await packedManifest('client')).toMatchObject(addressFields(ADDRESS, 'packages/client'));
  });

  it('leads nowhere without a remote', async () => {
    const { repository, homepage, bugs } = await packedManifest('client');
    expect([repository, homepage, bugs]).toEqual([undefined, undefined, undefined]);
    await expectRestored('client');
  });

  it('is registered with the address, and leaves no trace in the folder', async () => {
    await setRemote(REMOTE);
    const bodies: unknown[] = [];
    const registry = createServer(async (request, response) => {
      if (request.method === 'PUT') bodies.push(await json(request));
      response.writeHead(request.method === 'PUT' ? 201 : 404).end('{}');
    });
    registry.listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
    try {
      await writeFile(join(clone, '.npmrc'), `//${host}/:_authToken=any\n`);
      await npm('client', ['publish', '--registry', `http://${host}/`]);
    } finally {
      registry.close();
    }
    const { version } = JSON.parse(
      await readFile(join(ROOT, 'packages/client/package.json'), 'utf8'),
    );
    expect(bodies).toMatchObject([
      {
        versions: {
          [version]: {
            repository: addressFields(ADDRESS, 'packages/client').repository,
            homepage: `${ADDRESS}#readme`,
            bugs: { url: `${ADDRESS}/issues` },
          },
        },
      },
    ]);
    await expectRestored('client');
  });

  it('is whole again after a publication that failed', async () => {
    await setRemote(REMOTE);
    const failed = npm('client', ['publish', '--registry', 'http://127.0.0.1:9/']);
    await expect(failed).rejects.toThrow('ENEEDAUTH');
    await packedManifest('client');
    await expectRestored('client');
  });
});
