import { readdir, readFile } from 'node:fs/promises';
import { silentLogger } from '@dragoman/core';
import { engineConformanceCases } from '@dragoman/core/engine/conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MARKUP, protect } from '../host/testing/protect.js';
import { type ApertiumEngine, createApertiumEngine } from './engine.js';

const create = (): ApertiumEngine => createApertiumEngine({ log: silentLogger });

const translateWith = async (
  engine: ApertiumEngine,
  source: string,
  target: string,
  texts: readonly string[],
  pattern = MARKUP,
): Promise<readonly string[]> => {
  const units = texts.map((text) => protect(text, pattern));
  const results = await engine.translateBatch(
    { source, target, modelType: 'latency_optimized', units },
    { signal: new AbortController().signal },
  );
  return results.map((result) => result.text);
};

describe('conformance', () => {
  const cases = engineConformanceCases({
    create,
    source: 'en',
    target: 'es',
    sentence: (number) => `There are ${number} houses near the river.`,
  });
  it.each(cases)('$name', ({ run }) => run());
});

describe('Apertium', () => {
  const engine = create();
  const translate = (source: string, target: string, ...texts: string[]) =>
    translateWith(engine, source, target, texts);

  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  it('translates, without marks for words it does not know', async () => {
    expect(
      await translate('en', 'es', 'The company published its annual report yesterday.', 'Xyzzyq.'),
    ).toEqual(['La empresa publicó su informe anual ayer.', 'Xyzzyq.']);
  });

  it('opens Spanish questions where they begin, whatever the source', async () => {
    expect(await translate('en', 'es', 'Good morning, how are you today?')).toEqual([
      'Buenos días, ¿cómo eres hoy?',
    ]);
    expect(await translate('fr', 'es-419', 'Où est la gare ?')).toEqual(['¿Donde es la estación?']);
  });

  it('reads typographic apostrophes and ligatures', async () => {
    expect(await translate('fr', 'es', 'Ma sœur habite ici.')).toEqual(['Mi hermana vive aquí.']);
    expect(await translate('fr', 'ca', 'J’aime l’eau.')).toEqual(['M’agrada l’aigua.']);
  });

  it('keeps placeholders in their place and markup around its words', async () => {
    expect(
      await translate('en', 'es', 'Hello {name}, click {button} to open <b>the red file</b>.'),
    ).toEqual(['Hola {name}, clic {button} para abrir <b>la lima roja</b>.']);
  });

  it('keeps line ends, tabs and wide spaces', async () => {
    const [result = ''] = await translate('en', 'es', 'The red house.\n\nThe\tgreen  house.');
    expect(result).toMatch(/^La casa roja\.\n\n[^\n\t]*\t[^\n\t]* {2}[^\n\t]*\.$/);
  });

  it('carries very long tokens and a long text without loss', async () => {
    const token = `${'.'.repeat(3000)}${'x'.repeat(3000)}`;
    const [result = ''] = await translate('en', 'es', `The house ${token} is red.`);
    expect(result).toContain(token);
    const sentences = Array.from({ length: 400 }, (_, index) => `I saw house ${index}.`);
    const [long = ''] = await translate('en', 'es', sentences.join(' '));
    expect(long.match(/\d+/g)).toEqual(sentences.map((_, index) => String(index)));
  });

  it('answers text without words by itself', async () => {
    expect(await translate('en', 'es', '12:30', '…', '?!', '^$/\\')).toEqual([
      '12:30',
      '…',
      '?!',
      '^$/\\',
    ]);
  });

  it('serves regional targets with a mode of their own, and others with the base language', async () => {
    expect(await translate('es', 'pt-BR', 'El autobús.')).toEqual(['O ônibus.']);
    expect(await translate('es', 'pt-PT', 'El autobús.')).toEqual(['O autocarro.']);
  });

  it('repairs the pairs whose packages name the wrong folder', async () => {
    expect(await translate('ca', 'eo', 'La casa vermella és gran.')).toEqual([
      'La ruĝa domo estas granda.',
    ]);
  });

  it('answers every unit correctly although a stage is killed mid-batch', async () => {
    const texts = Array.from({ length: 300 }, (_, index) => `There are ${index} red houses.`);
    await translate('en', 'es', 'Hello.');
    const victim = await stageOf('eng-spa', 'apertium-transfer');
    const work = translate('en', 'es', ...texts);
    process.kill(victim, 'SIGKILL');
    const results = await work;
    expect(results.map((text) => Number(/\d+/.exec(text)?.[0]))).toEqual(
      texts.map((_, index) => index),
    );
    expect(results.every((text) => text.includes('casas rojas'))).toBe(true);
    expect(await stageOf('eng-spa', 'apertium-transfer')).not.toBe(victim);
  });

  it('looks again at what is installed without stopping what runs', async () => {
    await translate('en', 'es', 'Hello.');
    const before = await stageOf('eng-spa', 'apertium-transfer');
    await engine.refresh();
    expect(await translate('en', 'es', 'The red house.')).toEqual(['La casa roja.']);
    expect(await stageOf('eng-spa', 'apertium-transfer')).toBe(before);
  });
});

describe('Apertium without any language pair', () => {
  it('says so in the log, once', async () => {
    const said: unknown[] = [];
    const log = { ...silentLogger, warn: (fields: object) => void said.push(fields) };
    const without = createApertiumEngine({ log }, { dataDirectory: '/nonexistent' });
    await without.start();
    await without.refresh();
    await without.stop();
    expect(said).toEqual([
      { engine: 'apertium', reason: expect.stringContaining('/nonexistent/modes') },
    ]);
  });
});

/** The process id of a running stage, found among the pipelines this test process started. */
const stageOf = async (mode: string, program: string): Promise<number> => {
  for (const processId of await readdir('/proc')) {
    const command = await readProcess(processId, 'cmdline');
    if (!command.startsWith(program) || !command.includes(mode)) continue;
    const [, , group = ''] = await statOf(processId);
    const [, parentOfLeader] = await statOf(group);
    if (Number(parentOfLeader) === process.pid) return Number(processId);
  }
  throw new Error(`no ${program} of ${mode} is running`);
};

const readProcess = (processId: string, file: string): Promise<string> =>
  readFile(`/proc/${processId}/${file}`, 'utf8').catch(() => '');

/** State, parent and process group. */
const statOf = async (processId: string): Promise<readonly string[]> => {
  const stat = await readProcess(processId, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};
