import { expect, it } from 'vitest';
import { silentMeter } from '../dependencies.js';
import { openText } from './open-text.js';
import type { TextOptions } from './request.js';

const textOptions: TextOptions = {
  source: 'en',
  target: { base: 'es', tags: ['es'], label: 'Spanish (ES)' },
  maxCharacters: 1000,
  options: {
    preferredModel: 'latency_optimized',
    splitMode: 'sentences',
    preserveFormatting: false,
    markup: undefined,
    isStrictXml: false,
    style: {},
  },
};

it('a translation that is longer than may be sent is refused where it was put together', async () => {
  const opened = openText(
    'The cat. '.repeat(200),
    { markup: undefined, strictXml: undefined },
    silentMeter,
  );
  // One sentence, that is in the text many times.
  const translate = (mostTranslated: number) =>
    opened.translate({ ...textOptions, mostTranslated }, async (jobs) =>
      jobs.map((job) => ({ ...job, translated: { text: 'x'.repeat(1000), spans: [] } })),
    );
  expect((await translate(250_000)).text.length).toBeGreaterThan(200_000);
  await expect(translate(150_000)).rejects.toMatchObject({
    code: 'invalid_parameter',
    parameter: 'text',
    message: expect.stringContaining('longer than 150000 characters'),
  });
});
