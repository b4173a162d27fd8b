import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../packages/server/bin/dragoman.js', import.meta.url));
const run = promisify(execFile);

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-cli-'));
});
afterAll(() => rm(directory, { recursive: true }));

const dragoman = (...words: string[]) =>
  run(process.execPath, [COMMAND, ...words], { cwd: directory, env: { PATH: process.env.PATH } });

const failing = (...words: string[]): Promise<{ code: number; stderr: string; stdout: string }> =>
  dragoman(...words).then(
    () => Promise.reject(new Error('the command succeeded')),
    (error) => error,
  );

describe('dragoman translate', () => {
  it('translates its arguments', async () => {
    const { stdout } = await dragoman('translate', '--to', 'es', 'The house is big.');
    expect(stdout).toBe('La casa es grande.\n');
  });

  it('translates a file and keeps its lines', async () => {
    const file = join(directory, 'text.txt');
    await writeFile(file, 'La casa es grande.\n\n  El perro es negro.\n');
    const { stdout } = await dragoman('translate', '--from', 'es', '--to', 'ca', '--file', file);
    expect(stdout).toBe('La casa és gran.\n\n  El gos és negre.\n');
  });

  it('translates standard input and can say what it detected', async () => {
    const child = spawn(process.execPath, [COMMAND, 'translate', '--to', 'es', '--json'], {
      cwd: directory,
      env: { PATH: process.env.PATH },
    });
    child.stdin.end('La casa és gran i el gos és negre.');
    expect(JSON.parse(await text(child.stdout))).toEqual({
      detected_source_language: 'CA',
      text: 'La casa es grande y el perro es negro.',
      model_type_used: 'latency_optimized',
    });
  });

  it.each([
    [['--to', 'xx', 'Hello'], "Value for 'target_lang' not supported."],
    [['--to', 'es', '--file', '/no/such/file'], 'no such file'],
    [['--to', 'es', '--file', 'x', 'Hello'], 'not both'],
    [['Hello'], '--to'],
    [['--to', 'es', '--max-pivots', '9', 'Hello'], 'max-pivots'],
  ])('fails with a sentence and no stack: %j', async (words, message) => {
    const { code, stderr, stdout } = await failing('translate', ...words);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
  });
});

describe('dragoman doctor', () => {
  it('tells what can be translated', async () => {
    const { stdout } = await dragoman('doctor');
    expect(stdout).toContain('Engine apertium: ready');
    expect(stdout).toMatch(/^ {2}en > .*\bes\b/m);
  });

  it('fails, and says what to do, where nothing can be translated', async () => {
    const { code, stdout } = await failing('doctor', '--apertium-data-dir', directory);
    expect(code).toBe(1);
    expect(stdout).toContain('Nothing can be translated.');
  });
});

describe('dragoman languages', () => {
  it('lists sources and targets', async () => {
    const { stdout } = await dragoman('languages');
    expect(stdout).toMatch(/From:\n.*EN +English.*Into:\n.*EN-GB +English \(British\)/s);
  });
});
