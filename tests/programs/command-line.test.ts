import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/server/dist/platform/database/testing/free-port.js';
import { runCommand, runFailingCommand } from '../support/run-command.js';
import { COMMAND } from '../support/start-server.js';

const run = promisify(execFile);

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-cli-'));
});
afterAll(() => rm(directory, { recursive: true }));

const dragoman = (...words: string[]) => runCommand(words, { folder: directory });

const failing = (...words: string[]) => runFailingCommand(words, { folder: directory });

const start = (...words: string[]) =>
  spawn(process.execPath, [COMMAND, ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'inherit'],
  });

/** On a separate terminal, as a user runs it; both streams are combined. */
const onTerminal = (...words: string[]) => {
  const command = [process.execPath, COMMAND, ...words].map((word) => `'${word}'`).join(' ');
  return spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: directory,
    env: { PATH: process.env.PATH, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
};

const codeOf = async (child: ReturnType<typeof start>): Promise<number | null> =>
  child.exitCode ?? (await once(child, 'exit'))[0];

describe('dragoman', () => {
  it('tells its version', async () => {
    const manifest = new URL('../../packages/server/package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(manifest, 'utf8'));
    const told = await run(process.execPath, [COMMAND, '--version']);
    expect(told).toEqual({ stdout: `${version}\n`, stderr: '' });
    expect((await dragoman('doctor')).stdout).toContain(`Dragoman ${version}, Node`);
  });
});

describe('dragoman translate', () => {
  it.each([
    ['spanish', 'English'],
    ['Español', 'en'],
  ])('takes the names of languages: --to %s --from %s', async (to, from) => {
    const { stdout } = await dragoman('translate', '--to', to, '--from', from, 'The big house');
    expect(stdout).toBe('La casa grande\n');
  });

  it('names the language that is meant', async () => {
    const { code, stderr } = await failing('translate', '--to', 'Spansh', 'Hello');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean ES (Spanish)?')]);
  });

  it('says on standard error that a text was in the target language already', async () => {
    const spanish = 'La casa es grande y el perro es negro.';
    const { stdout, stderr } = await dragoman('translate', '--to', 'es', spanish);
    expect(stdout).toBe(`${spanish}\n`);
    expect(stderr).toBe(
      'The text came back unchanged: it is in Spanish already. If it is not, name its language with --from.\n',
    );
    expect((await dragoman('translate', '--to', 'es', '--quiet', spanish)).stderr).toBe('');
  });

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
    const child = start('translate', '--to', 'es', '--json');
    child.stdin.end('La casa és gran i el gos és negre.');
    expect(JSON.parse(await text(child.stdout))).toEqual({
      detected_source_language: 'CA',
      text: 'La casa es grande y el perro es negro.',
      model_type_used: 'latency_optimized',
    });
  });

  it('translates every line of a stream as it comes', async () => {
    const child = start('translate', '--from', 'es', '--to', 'ca', '--lines');
    const output = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
    for (const [line, translated] of [
      ['La casa es grande.\r\n', 'La casa és gran.\r\n'],
      ['\n', '\n'],
      ['El perro es negro.\n', 'El gos és negre.\n'],
    ]) {
      child.stdin.write(line);
      // The input is still open: what was written is answered without waiting for more.
      expect((await output.next()).value).toBe(translated);
    }
    child.stdin.end('adiós');
    expect((await output.next()).value).toBe('adéu');
    expect(await codeOf(child)).toBe(0);
  });

  it('translates files into a folder, each by the rules of its kind', async () => {
    const files = {
      'page.html': '<p translate="no">casa</p>\n<p>La casa es <b>grande</b></p>\n',
      'a.txt': '',
    };
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(directory, name), content);
    }
    const names = Object.keys(files);
    const { stdout, stderr } = await dragoman(
      ...['translate', '--from', 'es', '--to', 'ca', '--output-dir', 'ca', '--json'],
      ...['--file', ...names],
    );
    expect(stderr).toBe('');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        file: 'page.html',
        output: 'ca/page.html',
        detected_source_language: 'ES',
        model_type_used: 'latency_optimized',
      },
      { file: 'a.txt', output: 'ca/a.txt', detected_source_language: null },
    ]);
    expect(await readFile(join(directory, 'ca/page.html'), 'utf8')).toBe(
      '<p translate="no">casa</p>\n<p>La casa és <b>gran</b></p>\n',
    );
    expect((await readdir(join(directory, 'ca'))).toSorted()).toEqual(['a.txt', 'page.html']);
  });

  it('translates a large file in portions as it does a small one', async () => {
    const paragraph = 'La casa es grande. El perro es negro.\r\n\r\n';
    await writeFile(join(directory, 'large.txt'), paragraph.repeat(2000));
    await dragoman('translate', '--to', 'ca', '--file', 'large.txt', '--output', 'large.ca.txt');
    expect(await readFile(join(directory, 'large.ca.txt'), 'utf8')).toBe(
      'La casa és gran. El gos és negre.\r\n\r\n'.repeat(2000),
    );
  });

  it('translates the documents of a folder, and reports what it could not translate', async () => {
    const site = join(directory, 'site');
    await mkdir(join(site, 'deep'), { recursive: true });
    await writeFile(join(site, 'deep', 'a.md'), '# La casa\n\nEs **grande**.\n');
    await writeFile(join(site, 'b.json'), '{"size": "La casa es grande."}');
    await writeFile(join(site, 'c.docx'), 'no archive');
    await writeFile(join(site, 'd.bin'), 'La casa');
    await writeFile(join(site, 'e.doc'), 'La casa');
    const { code, stdout, stderr } = await failing(
      ...['translate', '--from', 'es', '--to', 'ca', '--recursive', '--output-dir', 'site-ca'],
      ...['--json', '--file', 'site'],
    );
    expect(code).toBe(1);
    expect(stderr).toContain(`${join('site', 'd.bin')} is skipped: its format is not known.`);
    expect(stderr).toContain(`${join('site', 'e.doc')} is skipped: save it as .docx first.`);
    expect(stderr).toMatch(/^site\/c\.docx: Invalid file data\./m);
    expect(stderr).toContain('1 of 3 files could not be translated.');
    expect(stdout).toContain('"output":"site-ca/b.json","billed_characters":18');
    const read = (name: string) => readFile(join(directory, 'site-ca', name), 'utf8');
    expect(await read('deep/a.md')).toBe('# La casa\n\nÉs **gran**.\n');
    expect(await read('b.json')).toBe('{"size": "La casa és gran."}');
    expect((await readdir(join(directory, 'site-ca'))).toSorted()).toEqual(['b.json', 'deep']);
  });

  it('puts a document that is named without --file beside its source', async () => {
    await writeFile(
      join(directory, 'letter.srt'),
      '1\n00:00:01,000 --> 00:00:02,000\nEs grande.\n',
    );
    const { stderr } = await dragoman('translate', '--to', 'ca', '--from', 'es', 'letter.srt');
    expect(stderr).toBe('letter.ca.srt\n');
    expect(await readFile(join(directory, 'letter.ca.srt'), 'utf8')).toContain('És gran.');
  });

  it.each(['notes.doc', 'missing.pages', './words', 'letter.txt'])(
    'never translates the name of a file: %s',
    async (name) => {
      await expect(dragoman('translate', '--to', 'ca', name)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`Use --file ${name} to translate the file, or --text`),
      });
    },
  );

  it('never translates the name of a folder', async () => {
    await mkdir(join(directory, 'chapters'), { recursive: true });
    await expect(dragoman('translate', '--to', 'ca', 'chapters')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Use --recursive --output-dir FOLDER --file chapters to'),
    });
  });

  it('says what to save the file of an old program as', async () => {
    await writeFile(join(directory, 'old.doc'), Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    await expect(dragoman('translate', '--to', 'ca', '--file', 'old.doc')).rejects.toMatchObject({
      stderr: expect.stringContaining('old.doc is not UTF-8 text. Save it as .docx first.'),
    });
  });

  it('never translates the names of several files', async () => {
    const names = ['letter.txt', 'notes.doc', 'strings.arb'];
    await expect(dragoman('translate', '--to', 'ca', ...names)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Use --output-dir FOLDER --file ${names.join(' ')} to`),
    });
  });

  it('translates the name of a file where it is said to be a text', async () => {
    const { stdout } = await dragoman('translate', '--to', 'ca', '--from', 'es', '--text', 'a.rtf');
    expect(stdout).toBe('a.rtf\n');
  });

  it('says that the input is empty', async () => {
    const { stdout, stderr } = await dragoman('translate', '--to', 'ca', '--from', 'es', ' ');
    expect([stdout.trim(), stderr]).toEqual(['', 'The input is empty.\n']);
    const detection = await dragoman('detect', ' ');
    expect(detection).toMatchObject({ stdout: '-\t-\t0 %\n', stderr: 'The input is empty.\n' });
  });

  it.each([
    [['translate', '--to', 'ca', '--from', 'es', '-'], 'La casa és gran.\n'],
    [['translate', '--to', 'ca', '--from', 'es', '--text', '-'], '-\n'],
    [['detect', '-'], /^ES\t/],
  ] as const)('reads standard input for a hyphen: %j', async (words, expected) => {
    const child = start(...words);
    child.stdin.end('La casa es grande.\n');
    expect(await text(child.stdout)).toMatch(expected);
  });

  it('shows progress on a terminal, unless --quiet is given', async () => {
    await writeFile(join(directory, 'bar.txt'), 'La casa es grande.\n'.repeat(1000));
    const words = ['translate', '--from', 'es', '--to', 'ca', '--file', 'bar.txt', '--output', 'b'];
    expect(await text(onTerminal(...words).stdout)).toMatch(/bar\.txt \[#+-*\] \d+%/);
    expect(await text(onTerminal(...words, '--quiet').stdout)).toBe('');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ended by %s leaves no file behind', async (signal) => {
    const folder = join(directory, signal);
    const child = start('translate', '--from', 'es', '--to', 'ca', '--lines', '--output', folder);
    child.stdin.write('La casa es grande.\n');
    const isOpen = async () => (await readdir(directory)).some((name) => name.startsWith(signal));
    while (!(await isOpen())) await nextTurn();
    child.kill(signal);
    expect(await codeOf(child)).toBe({ SIGINT: 130, SIGTERM: 143 }[signal]);
    expect(await isOpen()).toBe(false);
  });

  it('ends by Ctrl+C while it waits for the terminal', async () => {
    const child = onTerminal('translate', '--to', 'ca');
    let seen = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      seen += chunk;
      if (seen.includes('press Ctrl+D to finish.') && !seen.includes('^C'))
        child.stdin.write('\u0003');
    }
    expect(seen).toContain('Interrupted.');
    expect(await codeOf(child)).toBe(130);
  });

  it('that fails leaves the file as it was', async () => {
    await writeFile(join(directory, 'kept.txt'), 'kept');
    await writeFile(join(directory, 'broken.txt'), Buffer.from([0x61, 0xff]));
    const wrong = [
      ['--to', 'es', '--file', 'broken.txt'],
      ['--to', 'es', '--from', 'zu', 'Hello'],
      ['--to', 'es', '--format', 'xml', '--tag-handling-version', 'v2', '<a>'],
    ];
    await Promise.all(wrong.map((words) => failing('translate', ...words, '--output', 'kept.txt')));
    expect(await readFile(join(directory, 'kept.txt'), 'utf8')).toBe('kept');
    expect((await readdir(directory)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    [
      2,
      ['--to', 'xx', 'Hello'],
      "Value for 'target_lang' not supported. Codes are those of GET /v2/languages, such as EN or PT-BR. (--to",
    ],
    [2, ['--to', 'es', '--lines', 'Hello'], 'Give either a text, or --file, or --lines'],
    [2, ['--to', 'es', '--file', 'x', 'y'], '--output-dir'],
    [2, ['--to', 'es', '--recursive', '--file', '.'], '--output-dir'],
    [2, ['--to', 'es', '--ignore-tags', 'x', 'Hello'], '--format html'],
    [2, ['--to', 'es', '--server', 'example', 'Hello'], 'http://'],
    [
      2,
      ['Hello'],
      "required option '--to <language>' not specified. See: dragoman translate --help",
    ],
    [2, ['--to', 'es', '--max-pivots', '9', 'Hello'], 'max-pivots'],
    [1, ['--to', 'es', '--file', '/no/such/file'], 'The file /no/such/file does not exist.'],
    [1, ['--to', 'es', 'report.docx', '-o', 'x.docx'], 'The file report.docx does not exist.'],
    [1, ['--to', 'es', '--output', '/no/such/file', 'Hello'], 'The folder of /no/such/file'],
    [1, ['--to', 'zu', 'Hello'], 'is installed on this server'],
    [
      1,
      ['--to', 'es', 'Talo on iso ja kaunis.'],
      'This looks like Finnish (FI), which is not installed here.',
    ],
  ] as const)('fails with %i, a sentence and no stack: %j', async (exitCode, words, message) => {
    const { code, stderr, stdout } = await failing('translate', ...words);
    expect(code).toBe(exitCode);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^dragoman: /);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
  });
});

describe('dragoman detect', () => {
  it('names the language of a text', async () => {
    const { stdout } = await dragoman('detect', 'La casa és gran i el gos és negre.');
    expect(stdout).toMatch(/^CA\tCatalan\t\d+ %\n$/);
  });

  it('names the language of every line', async () => {
    const child = start('detect', '--lines', '--json');
    child.stdin.end('The house is big and the dog is black.\n\nDer Hund ist schwarz und groß.');
    const rows = (await text(child.stdout))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toMatchObject([{ language: 'EN' }, { language: null }, { language: 'DE' }]);
  });
});

describe('dragoman completion', () => {
  it('prints a script that bash can read', async () => {
    const { stdout } = await dragoman('completion', 'bash');
    const { stdout: set } = await run('bash', ['-c', `${stdout}\ncomplete -p dragoman`]);
    expect(set).toBe('complete -F _dragoman dragoman\n');
  });
});

describe('dragoman', () => {
  it('without a command shows its help and fails', async () => {
    const { code, stderr } = await failing();
    expect(code).toBe(2);
    expect(stderr).toContain('Usage: dragoman');
  });

  it.each([['--help'], ['help', 'translate'], ['keys', 'create', '--help']])(
    'shows help when asked: %s',
    async (...words) => {
      expect((await dragoman(...words)).stdout).toContain('Usage: dragoman');
    },
  );
});

describe('dragoman doctor', () => {
  it('lists what can be translated', async () => {
    const { stdout } = await dragoman('doctor');
    expect(stdout).toContain('Engine apertium: ready');
    expect(stdout).toMatch(/^ {2}en > .*\bes\b/m);
  });

  it('prints the same as JSON', async () => {
    const findings = JSON.parse((await dragoman('doctor', '--json')).stdout);
    expect(findings).toMatchObject({ can_translate: true, machine: { node: process.version } });
    expect(findings.engines).toContainEqual(
      expect.objectContaining({
        id: 'apertium',
        pairs: expect.objectContaining({ en: expect.arrayContaining(['es']) }),
      }),
    );
  });

  it('fails, and says what to do, where the server does not answer', async () => {
    const server = `http://127.0.0.1:${await freePort()}`;
    const { code, stdout } = await failing('doctor', '--server', server);
    expect(code).toBe(1);
    expect(stdout).toContain(`Server ${server}: no response\n  Start it with: dragoman serve`);
  });

  it('fails, and says what to do, where nothing can be translated', async () => {
    const { code, stdout } = await failing(
      'doctor',
      ...['--apertium-data-dir', directory],
      ...['--starter-models-dir', directory],
    );
    expect(code).toBe(1);
    expect(stdout).toContain('No languages can be translated.');
  });
});

describe('dragoman languages', () => {
  it('lists sources and targets', async () => {
    const { stdout } = await dragoman('languages');
    expect(stdout).toMatch(/From:\n.*EN +English.*Into:\n.*EN-GB +English \(British\)/s);
  });

  it('prints the same as JSON', async () => {
    const { source, target } = JSON.parse((await dragoman('languages', '--json')).stdout);
    expect(source).toContainEqual({ language: 'EN', name: 'English' });
    expect(target).toContainEqual({
      language: 'ES',
      name: 'Spanish',
      supports_formality: expect.any(Boolean),
    });
  });
});
