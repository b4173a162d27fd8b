import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { COMPLETION_SCRIPTS, describeProgram, type Shell } from './completion.js';
import { createProgram } from './program.js';

const commands = describeProgram(createProgram());
const scriptFor = (shell: Shell): string => COMPLETION_SCRIPTS[shell]('dragoman', commands);

const PROGRAM = fileURLToPath(new URL('../../bin/dragoman.js', import.meta.url));
const COPY_MODEL = fileURLToPath(
  new URL('../../../../tests/fixtures/models/copy-en-es', import.meta.url),
);

/** A machine with one Apertium pair and one model, no matter what is on this one. */
const machine = await mkdtemp(join(tmpdir(), 'dragoman-completion-'));
afterAll(() => rm(machine, { recursive: true }));
await mkdir(join(machine, 'apertium/modes'), { recursive: true });
await writeFile(join(machine, 'apertium/modes/es-pt_BR.mode'), '');
await writeFile(join(machine, 'apertium/modes/oci-cat.mode'), '');
await cp(COPY_MODEL, join(machine, 'models/copy-en-es'), { recursive: true });

/** What a shell offers for the last of some words. */
type Offer = (...words: string[]) => readonly string[];

const run = (shell: Shell, flags: readonly string[], script: string): readonly string[] => {
  const { stdout, stderr } = spawnSync(shell, [...flags, '-c', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    env: {
      ...process.env,
      DRAGOMAN_DATA_DIR: machine,
      DRAGOMAN_APERTIUM_DATA_DIR: join(machine, 'apertium'),
      DRAGOMAN_STARTER_MODELS_DIR: join(machine, 'no-starters'),
    },
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

const inBash: Offer = (...words) =>
  run(
    'bash',
    ['--norc', '--noprofile'],
    `dragoman() { node '${PROGRAM}' "$@"; }
${scriptFor('bash')}
COMP_WORDS=(dragoman ${quoted(words)}); COMP_CWORD=${words.length}; _dragoman
printf '%s\\n' "\${COMPREPLY[@]}"`,
  );

/** The functions zsh itself has while it completes are replaced by ones that print. */
const inZsh: Offer = (...words) =>
  run(
    'zsh',
    ['-f'],
    `dragoman() { node '${PROGRAM}' "$@"; }
compdef() { :; }
_files() { print -l -- *(N) }
compadd() { shift; print -l -- "$@" }
_describe() { print -l -- \${\${(P)2}%%:*} }
${scriptFor('zsh')}
words=(dragoman ${quoted(words)}); CURRENT=${words.length + 1}; _dragoman`,
  ).filter((offer) => offer.startsWith(words.at(-1) ?? ''));

const inFish: Offer = (...words) =>
  run(
    'fish',
    ['--no-config'],
    `function dragoman; node '${PROGRAM}' $argv; end
${scriptFor('fish')}
complete -C 'dragoman ${words.join(' ')}'`,
  ).map((line) => line.split('\t')[0] ?? '');

const isInstalled = (shell: string): boolean =>
  spawnSync(shell, ['-c', 'true']).error === undefined;

describe.each([
  ['bash', inBash],
  ['zsh', inZsh],
  ['fish', inFish],
] as const)('completion in %s', (shell, offer) => {
  const when = it.runIf(isInstalled(shell));

  when('offers commands, and the commands below them', () => {
    expect(offer('tra')).toEqual(['translate']);
    expect(offer('')).toEqual(expect.arrayContaining(['serve', 'doctor', 'keys', 'completion']));
    expect(offer('keys', 'ro')).toEqual(['rotate']);
  });

  when('offers the options of the command, and not what its help hides', () => {
    expect(offer('translate', '--form').toSorted()).toEqual(['--formality', '--format']);
    expect(offer('keys', 'create', '--pl')).toEqual(['--plan']);
    expect(offer('translate', '--po')).toEqual([]);
    expect(offer('serve', '--po')).toEqual(['--port']);
  });

  when('offers what an option or argument may be', () => {
    expect(offer('keys', 'create', '--plan', '').toSorted()).toEqual(['free', 'paid']);
    expect(offer('completion', 'z')).toEqual(['zsh']);
  });

  when('offers the languages that are installed or can be added', () => {
    expect(offer('translate', '--to', 'pt').toSorted()).toEqual(['pt', 'pt-BR', 'pt-PT']);
    expect(offer('translate', '--from', 'oc')).toEqual(['oc']);
    expect(offer('translate', '--to', 'oc')).toEqual([]);
    expect(offer('translate', '--from', 'de')).toEqual(['de']);
    expect(offer('translate', '--from', 'th')).toEqual([]);
    expect(offer('setup', 'd').toSorted()).toEqual(['da', 'de']);
  });

  when('offers the models that can be pulled, and those that are installed', () => {
    expect(offer('models', 'pull', 'de').toSorted()).toEqual(['de', 'de-en']);
    expect(offer('models', 'pull', 'es').toSorted()).toEqual(['es', 'es-en']);
    expect(offer('models', 'pull', 'en-e').toSorted()).toEqual(['en-el', 'en-et']);
    expect(offer('models', 'available', 'en-es')).toEqual(['en-es']);
    expect(offer('models', 'remove', '').toSorted()).toEqual(['copy-en-es', 'en-es']);
  });

  when('offers files where a file is wanted, and nothing where anything may stand', () => {
    expect(offer('translate', '--file', 'completion.te')).toEqual(['completion.test.ts']);
    expect(offer('translate', '--to', 'es', '--file', 'x', 'completion.te')).toEqual([
      'completion.test.ts',
    ]);
    expect(offer('translate', '--context', 'completion.te')).toEqual([]);
  });
});

describe('the description of the program', () => {
  it('has every command, however deep', () => {
    const paths = commands.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['', 'translate', 'keys create', 'models pull']));
  });
});
