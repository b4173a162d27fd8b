import { expect, it } from 'vitest';
import { createResolveRequest } from './resolve-request.js';

const ID = '8b2f5c1e-6d3a-4f70-9c1b-2e4d6f8a0b13';

it('asks for all that a request names at once, and refuses the first that is wrong', async () => {
  const waiting: (() => void)[] = [];
  /** Answers nothing, and only when it may. */
  const find = () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined)));
  const unused = () => Promise.reject(new Error('nothing else is asked'));
  const resolveRequest = createResolveRequest({
    stores: {
      glossaryStore: { findRecord: find, findDictionary: unused },
      styleStore: { find },
      memoryStore: { find },
    },
    inflections: {},
    sources: () => new Set(),
  } as unknown as Parameters<typeof createResolveRequest>[0]);
  const resolved = resolveRequest('owner', {
    source_lang: 'EN',
    target_lang: 'DE',
    glossary_id: ID,
    style_id: ID,
    translation_memory_id: ID,
  } as Parameters<typeof resolveRequest>[1]);
  expect(waiting).toHaveLength(3);
  for (const answer of waiting.toReversed()) answer();
  await expect(resolved).rejects.toMatchObject({
    code: 'invalid_parameter',
    parameter: 'glossary_id',
  });
});
