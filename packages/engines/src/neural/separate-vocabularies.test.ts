import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@dragoman/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNeuralEngine } from './engine.js';
import { copyModel } from './testing/copy-model.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-vocabularies-'));
});
afterEach(() => rm(folder, { recursive: true }));

// Models into and out of Chinese, Japanese and Korean have a vocabulary for each side.
it('a model with a vocabulary for each side translates, from one file or two', async () => {
  await copyModel(folder, 'en-ja', 'ja');
  const path = join(folder, 'en-ja', 'metadata.json');
  const metadata = JSON.parse(await readFile(path, 'utf8'));
  const { vocabulary, ...files } = metadata.files;
  const target = { ...vocabulary, name: 'target.spm' };
  await writeFile(
    join(folder, 'en-ja', target.name),
    await readFile(join(folder, 'en-ja', vocabulary.name)),
  );
  const separate = { ...files, sourceVocabulary: vocabulary, targetVocabulary: target };
  await writeFile(path, JSON.stringify({ ...metadata, files: separate }));
  const engine = createNeuralEngine({ log: silentLogger }, { modelDirectories: [folder] });
  try {
    await engine.start();
    const units = ['The house is big.', 'これは 12 です。'].map((text) => ({
      text,
      protectedSpans: [],
    }));
    const answers = await engine.translateBatch(
      { source: 'en', target: 'ja', modelType: 'latency_optimized', units },
      { signal: new AbortController().signal },
    );
    expect(answers[0]?.text).toBe('The house is big.');
    expect(answers[1]?.text).toContain('12');
    expect(answers[1]?.text).toContain('これは');
  } finally {
    await engine.stop();
  }
});
