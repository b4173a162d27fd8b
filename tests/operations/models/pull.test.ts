import { afterEach, describe, expect, it } from 'vitest';
import {
  NO_MODELS,
  scanModelFolders,
} from '../../../packages/engines/dist/neural/models/model-folders.js';
import {
  createPullFixture,
  type PullFixture,
} from '../../../packages/server/dist/features/models/testing/pull-fixture.js';
import { copyModelOffer } from './copy-model-offer.js';

let fixture: PullFixture;
afterEach(() => fixture.close());

describe('a model pulled from a catalogue', () => {
  it('is one the neural engine takes', async () => {
    fixture = await createPullFixture([
      ...copyModelOffer({ source: 'en', target: 'es' }),
      ...copyModelOffer({ source: 'zh-Hans', target: 'en' }),
    ]);
    await fixture.pull('en-es');
    await fixture.pull('zh-en');
    const { models, broken } = await scanModelFolders([fixture.modelsDirectory]);
    expect(broken).toEqual([]);
    expect(models.map(({ id, metadata }) => [id, metadata.pairs])).toEqual([
      ['en-es-tiny-3.0', [{ source: 'en', target: 'es' }]],
      ['zh-en-tiny-3.0', [{ source: 'zh', target: 'en' }]],
    ]);
  });

  it('is not seen by the engine before it is whole', async () => {
    fixture = await createPullFixture(copyModelOffer({ source: 'en', target: 'es' }));
    const controller = new AbortController();
    const pull = fixture.pull('en-es', {
      signal: controller.signal,
      onBytes: (bytes, total) => {
        if (bytes === total) controller.abort(new Error('interrupted'));
      },
    });
    await expect(pull).rejects.toThrow('interrupted');
    expect(await scanModelFolders([fixture.modelsDirectory])).toEqual(NO_MODELS);
  });
});
