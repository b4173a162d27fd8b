import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelType } from '@dragoman/core';
import { silentLogger } from '@dragoman/core';
import { engineConformanceCases } from '@dragoman/core/engine/conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNeuralEngine } from './engine.js';
import { copyModel, TEST_MODELS } from './testing/copy-model.js';

describe('the neural engine', () => {
  const cases = engineConformanceCases({
    create: () =>
      createNeuralEngine(
        { log: silentLogger },
        // The model was trained with short sentences only.
        { modelDirectories: [TEST_MODELS], threadCount: 2, maxLineTokens: 25 },
      ),
    source: 'en',
    target: 'es',
    sentence: (number) => `Number ${number} of the file.`,
  });
  for (const { name, run } of cases) it(name, run);
});

describe('models that cannot be used', () => {
  it('are named in the log, once each, and in the notes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-left-out-'));
    const file = join(folder, 'file');
    await writeFile(file, '');
    await copyModel(folder, 'en-es', 'es');
    await copyModel(folder, 'en-cs', 'cs', { model: (bytes) => bytes.subarray(0, 1000) });
    const said: unknown[] = [];
    const log = {
      ...silentLogger,
      warn: (fields: object, message: string) => void said.push([fields, message]),
    };
    const directories = [file, folder, join(folder, 'missing')];
    const engine = createNeuralEngine({ log }, { modelDirectories: directories });
    try {
      await engine.start();
      await engine.refresh();
      expect(said).toEqual([
        [{ folder: file, reason: 'it cannot be read (ENOTDIR)' }, 'models left out'],
        [
          { folder: join(folder, 'en-cs'), reason: expect.stringContaining('the model') },
          'model left out',
        ],
      ]);
      expect(engine.health().notes).toEqual([
        `The models of ${file} are left out: it cannot be read (ENOTDIR).`,
        expect.stringContaining('Model en-cs is left out: the model'),
      ]);
      expect(engine.pairs().map(({ target }) => target)).toEqual(['es']);
    } finally {
      await engine.stop();
      await rm(folder, { recursive: true });
    }
  });
});

describe('the starter models', () => {
  const models = fileURLToPath(new URL('../../../../models', import.meta.url));
  const engine = createNeuralEngine({ log: silentLogger }, { modelDirectories: [models] });
  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  const SENTENCES = [
    'Could we move our appointment from Tuesday to Thursday afternoon?',
    'The battery lasts up to 18 hours on a single charge.',
    'Let the dough rise in a warm place for an hour.',
    'The doctor told her to stay in bed for a few days.',
    'The washing machine makes a strange noise when it spins.',
    'After heavy rain, several roads in the north of the country were flooded.',
  ];
  const translate = async (modelType: ModelType, texts: readonly string[], target = 'de') => {
    const units = texts.map((text) => ({ text, protectedSpans: [] }));
    const batch = { source: 'en', target, modelType, units };
    const answers = await engine.translateBatch(batch, { signal: AbortSignal.timeout(60_000) });
    return answers.map(({ text }) => text);
  };

  it('chooses among several translations with the model of the opposite direction', async () => {
    const fast = await translate('latency_optimized', SENTENCES);
    const chosen = await translate('quality_optimized', SENTENCES);
    expect(chosen.every((text) => text.length > 0)).toBe(true);
    expect(chosen).not.toEqual(fast);
  });

  it('takes words that the models have hardly ever seen from their phrase books', async () => {
    const texts = ['He bought a wheelbarrow.', 'He saw a crowbar.'];
    const [barrow, bar] = await translate('quality_optimized', texts);
    expect(barrow).toContain('Schubkarre');
    expect(bar).toContain('Brecheisen');
    expect((await translate('latency_optimized', texts)).join()).not.toMatch(
      /Schubkarre|Brecheisen/,
    );
  });

  it('takes a label before a text from the phrase book, and translates the rest by itself', async () => {
    const texts = ['Opening hours: from 9 to 5', 'Phone number: +1 555 123', 'Monday: closed.'];
    texts.push('Check-out: until 11:00', 'Fixed: the app no longer crashes.');
    const [hours, phone, monday, checkOut, fixed] = await translate('latency_optimized', texts);
    expect(hours).toMatch(/^Öffnungszeiten: .*9.*5/u);
    expect(phone).toBe('Telefonnummer: +1 555 123');
    expect(monday).toBe('Montag: geschlossen.');
    expect(checkOut).toMatch(/^Check-out: .*11:00/u);
    expect(fixed).toMatch(/^Behoben: /u);
  });

  it('has phrases for each variety of a language', async () => {
    const phrase = ['Breakfast included'];
    expect(await translate('latency_optimized', phrase, 'pt-BR')).toEqual([
      'Café da manhã incluso',
    ]);
    expect(await translate('latency_optimized', phrase, 'pt-PT')).toEqual([
      'Pequeno-almoço incluído',
    ]);
  });

  it('does not depend on what else is translated', async () => {
    const [together, alone] = [
      await translate('quality_optimized', SENTENCES),
      await Promise.all(SENTENCES.map((text) => translate('quality_optimized', [text]))),
    ];
    expect(alone.flat()).toEqual(together);
  });

  it('places tags in the translation that it chose', async () => {
    const [text = ''] = SENTENCES;
    const [plain] = await translate('quality_optimized', [text]);
    const tag = '<x1>';
    const end = '</x1>';
    const marked = `Could we ${tag}move${end} our appointment from Tuesday to Thursday afternoon?`;
    const spans = (
      [
        [tag, 'open'],
        [end, 'close'],
      ] as const
    ).map(([mark, kind]) => {
      const start = marked.indexOf(mark);
      return { start, end: start + mark.length, kind };
    });
    const [answer] = await engine.translateBatch(
      {
        source: 'en',
        target: 'de',
        modelType: 'quality_optimized',
        units: [{ text: marked, protectedSpans: spans }],
      },
      { signal: AbortSignal.timeout(60_000) },
    );
    expect(answer?.text.replace(/<\/?x1>/gu, '')).toBe(plain);
  });
});
