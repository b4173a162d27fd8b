import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../program.js';
import { describeProgram } from './describe-program.js';
import { COMPLETION_SCRIPTS, type Shell } from './shells.js';

const commands = describeProgram(createProgram());
const scriptFor = (shell: Shell): string => COMPLETION_SCRIPTS[shell]('dragoman', commands);

/** What a shell offers for the last of some words. */
type Offer = (...words: string[]) => readonly string[];

const run = (shell: Shell, flags: readonly string[], script: string): readonly string[] => {
  const { stdout, stderr } = spawnSync(shell, [...flags, '-c', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

const inBash: Offer = (...words) =>
  run(
    'bash',
    ['--norc', '--noprofile'],
    `${scriptFor('bash')}
COMP_WORDS=(dragoman ${quoted(words)}); COMP_CWORD=${words.length}; _dragoman
printf '%s\\n' "\${COMPREPLY[@]}"`,
  );

/** The functions zsh itself has while it completes are replaced by ones that print. */
const inZsh: Offer = (...words) =>
  run(
    'zsh',
    ['-f'],
    `compdef() { :; }
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
    `${scriptFor('fish')}
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
    expect(offer('translate', '--to', 'pt').toSorted()).toEqual(['pt', 'pt-BR', 'pt-PT']);
    expect(offer('translate', '--from', 'pt')).toEqual(['pt']);
    expect(offer('keys', 'create', '--plan', '').toSorted()).toEqual(['free', 'paid']);
    expect(offer('completion', 'z')).toEqual(['zsh']);
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
