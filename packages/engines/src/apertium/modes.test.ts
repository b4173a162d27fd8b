import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repairPipeline, scanModes } from './modes.js';
import { DEFAULT_APERTIUM_OPTIONS } from './options.js';

const { programPath, dataDirectory: installed } = DEFAULT_APERTIUM_OPTIONS;

describe('scanning modes', () => {
  let dataDirectory: string;

  const install = async (
    modes: Record<string, string>,
    files: readonly string[],
  ): Promise<void> => {
    await mkdir(join(dataDirectory, 'modes'), { recursive: true });
    for (const [name, text] of Object.entries(modes)) {
      await writeFile(join(dataDirectory, 'modes', `${name}.mode`), text);
    }
    for (const file of files) {
      await mkdir(join(dataDirectory, file, '..'), { recursive: true });
      await writeFile(join(dataDirectory, file), 'data');
    }
  };
  const scan = () => scanModes({ dataDirectory, programPath });
  const stage = (file: string): string => `lt-proc '${join(dataDirectory, file)}'\n`;

  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'modes-'));
  });
  afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

  it('says what is missing where nothing is installed', async () => {
    const { modes, problem } = await scan();
    expect(modes).toEqual([]);
    expect(problem).toContain('No Apertium language pairs are installed');
  });

  it('serves a mode whose files are there, flushing at NUL and keeping word-bound blanks', async () => {
    await install({ 'eng-spa': `${stage('a.bin')} | apertium-pretransfer` }, ['a.bin']);
    const { modes } = await scan();
    expect(modes).toMatchObject([
      { name: 'eng-spa', sources: ['en'], targets: ['es'], dataBytes: 4 },
    ]);
    // What the script would run, each program by another one.
    const echo = modes[0]?.script.replace('eval ', 'echo ') ?? '';
    const args = ['-c', echo, 'apertium', '-n', '', 'nice'];
    const output = execFileSync('bash', args, { encoding: 'utf8' });
    expect(output.trim()).toBe(
      `nice lt-proc -z '${join(dataDirectory, 'a.bin')}' | nice apertium-pretransfer -z`,
    );
  });

  it('serves nothing without the tool that makes pipelines flush, and says so', async () => {
    await install({ 'eng-spa': stage('a.bin') }, ['a.bin']);
    const { modes, reports } = await scanModes({ dataDirectory, programPath: dataDirectory });
    expect(modes).toEqual([]);
    expect(reports[0]?.reason).toContain('apertium-wblank-mode is missing');
  });

  it('leaves out an empty mode', async () => {
    await install({ 'eng-spa': '\n' }, []);
    expect((await scan()).reports[0]?.reason).toBe('its mode file is empty');
  });

  it('leaves out a mode with a missing file, and says which', async () => {
    await install({ 'eng-spa': stage('a.bin') }, []);
    const { modes, reports } = await scan();
    expect(modes).toEqual([]);
    expect(reports).toMatchObject([{ mode: 'eng-spa', status: 'left_out', isBroken: true }]);
    expect(reports[0]?.reason).toContain('a.bin');
  });

  it('repairs a mode that names its folder the wrong way round', async () => {
    await install({ 'ca-eo': stage('apertium-eo-ca/a.bin') }, ['apertium-ca-eo/a.bin']);
    const { modes, reports } = await scan();
    expect(reports).toMatchObject([{ mode: 'ca-eo', status: 'repaired' }]);
    expect(modes[0]?.pipeline).toContain('/apertium-ca-eo/a.bin');
    expect(modes[0]?.script).toContain('/apertium-ca-eo/a.bin');
  });

  it('serves variants of the service as targets of their own, and leaves others out', async () => {
    const modes = { 'spa-por_BR': stage('a.bin'), 'spa-cat_valencia': stage('a.bin') };
    await install(modes, ['a.bin']);
    const { reports } = await scan();
    expect(reports.map(({ mode, status, pairs }) => [mode, status, pairs.join()])).toEqual([
      ['spa-cat_valencia', 'left_out', ''],
      ['spa-por_BR', 'served', 'es-pt-BR'],
    ]);
  });

  it('prefers the newer package of two for a pair, unless that one is broken', async () => {
    await install({ 'fra-spa': stage('new.bin'), 'fr-es': stage('old.bin') }, [
      'new.bin',
      'old.bin',
    ]);
    expect((await scan()).modes.map((mode) => mode.name)).toEqual(['fra-spa']);
    await rm(join(dataDirectory, 'new.bin'));
    expect((await scan()).modes.map((mode) => mode.name)).toEqual(['fr-es']);
  });

  it('offers Serbo-Croatian as Croatian and Bosnian', async () => {
    await install({ 'hbs-eng': stage('a.bin') }, ['a.bin']);
    expect((await scan()).reports[0]?.pairs).toEqual(['hr-en', 'bs-en']);
  });

  it('leaves out what is known to be unusable', async () => {
    await install({ 'eng-hbs': stage('a.bin'), 'hbs-mkd': stage('a.bin') }, ['a.bin']);
    const { modes, reports } = await scan();
    expect(modes).toEqual([]);
    expect(reports.every((report) => report.isBroken && report.reason !== '')).toBe(true);
  });

  it('replaces the tagger that aborts', async () => {
    const pipeline = `lt-proc '/dev/null' | cg-proc -w '/dev/null.rlx.bin' | apertium-tagger -g $2 '/x.prob' | rest`;
    const { pipeline: repaired } = await repairPipeline('rus-ukr', pipeline);
    expect(repaired).toBe(`lt-proc '/dev/null' | cg-proc -w -n -1 '/dev/null.rlx.bin' | rest`);
  });

  it('serves the pairs of the default set of packages', async () => {
    const { modes, problem } = await scanModes({ dataDirectory: installed, programPath });
    expect(problem).toBeUndefined();
    const pairs = modes.flatMap((mode) =>
      mode.targets.map((target) => `${mode.sources[0]}-${target}`),
    );
    for (const pair of [
      'en-es',
      'es-en',
      'en-ca',
      'fr-es',
      'es-pt-BR',
      'ca-eo',
      'es-eo',
      'sv-da',
    ]) {
      expect(pairs).toContain(pair);
    }
  });
});
