import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
/** The tools take long on a busy machine. */
const TOOL_TIMEOUT_MS = 120_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-pack-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The package as npm would install it. */
  readonly installed: string;
}

/** Packs a package as `npm publish` would and unpacks it where a program would find it. */
const pack = async (name: string): Promise<Packed> => {
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: join(ROOT, 'packages', name) },
  );
  const [{ filename, files }] = JSON.parse(stdout);
  const tarball = join(folder, filename);
  const installed = join(folder, 'node_modules', '@dragoman', name);
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  return {
    tarball,
    files: files.map(({ path }: { path: string }) => path),
    manifest: JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')),
    installed,
  };
};

type Modules = 'module' | 'commonjs';

/** Compiles a program strictly, with the packages' declarations checked too, and runs it. */
const compileAndRun = async (source: string, modules: Modules): Promise<string> => {
  await symlink(join(MODULES, '@types'), join(folder, 'node_modules', '@types')).catch(() => {});
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: modules }));
  await writeFile(join(folder, 'program.ts'), source);
  const flags = `--module ${modules === 'module' ? 'nodenext' : 'node16'} --target es2023 --lib es2023 --types node --strict`;
  const compiler = join(MODULES, 'typescript', 'bin', 'tsc');
  await run(
    process.execPath,
    [compiler, ...flags.split(' '), '--skipLibCheck', 'false', 'program.ts'],
    { cwd: folder },
  ).catch(({ stdout }) => {
    throw new Error(stdout);
  });
  // Without Node's own way of requiring ES modules, which older programs do not have.
  const { stdout } = await run(
    process.execPath,
    ['--no-experimental-require-module', 'program.js'],
    { cwd: folder },
  );
  return stdout;
};

describe.each([
  { name: 'client', profile: 'node16' },
  { name: 'browser-proxy', profile: 'esm-only' },
])('the package $name', ({ name, profile }) => {
  let packed: Packed;
  beforeAll(async () => {
    packed = await pack(name);
  });

  it('holds what it needs and no tests', () => {
    expect(packed.files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'dist/index.js',
        'dist/index.d.ts',
      ]),
    );
    expect(
      packed.files.filter((file) => /\.test\.|testing\/|tsbuildinfo|tsconfig/.test(file)),
    ).toEqual([]);
  });

  it('needs nothing of this workspace', async () => {
    const dependencies = JSON.stringify([
      packed.manifest.dependencies ?? {},
      packed.manifest.peerDependencies,
    ]);
    expect(dependencies).not.toContain('@dragoman/');
    expect(packed.manifest.private).toBeUndefined();
  });

  it('sends its version to the service', async () => {
    const scripts = packed.files.filter((file) => file.endsWith('.js'));
    const code = await Promise.all(
      scripts.map((file) => readFile(join(packed.installed, file), 'utf8')),
    );
    expect(code.join('')).toMatch(new RegExp(`['/]${packed.manifest.version}'`));
  });

  it('satisfies publint', async () => {
    const { messages } = await publint({ pkgDir: packed.installed, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it(`has types that every resolution of the profile ${profile} finds`, {
    timeout: TOOL_TIMEOUT_MS,
  }, async () => {
    const attw = join(MODULES, '@arethetypeswrong', 'cli', 'dist', 'index.js');
    const flags = ['--profile', profile, '--format', 'json'];
    // Fails with a problem that the profile does not ignore.
    const { stdout } = await run(process.execPath, [attw, packed.tarball, ...flags]);
    expect(JSON.parse(stdout).analysis.types).toEqual({ kind: 'included' });
  });
});

it.each(['module', 'commonjs'] as const)(
  'the client library works by itself in a program of type %s',
  {
    timeout: TOOL_TIMEOUT_MS,
  },
  async (modules) => {
    const program = `
    import { ArgumentError, type TextResult, Translator } from '@dragoman/client';
    const translator = new Translator('key', { serverUrl: 'http://127.0.0.1:9' });
    const one: Promise<TextResult> = translator.translateText('a', null, 'en', { formality: 'more' });
    const many: Promise<readonly TextResult[]> = translator.translateText(['a'], null, 'en');
    for (const call of [one, many]) {
      call.catch((error: unknown) => console.log(error instanceof ArgumentError));
    }
    // @ts-expect-error: the compiler knows the values of the options
    translator.translateText('a', null, 'en', { formality: 'rude' }).catch(() => {});
  `;
    expect(await compileAndRun(program, modules)).toBe('true\ntrue\n');
  },
);
