import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { hasChromium, launchChromium } from '../../scripts/common/chromium.mjs';

const BUILT = new URL('../../packages/client/dist/', import.meta.url);

it.skipIf(!hasChromium)('the client library refuses to run in a browser and says why', async () => {
  const site = createServer(async ({ url = '/' }, response) => {
    const isScript = /^(\/[\w-]+)+\.js$/.test(url);
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? await readFile(new URL(`.${url}`, BUILT)) : '<title>A page</title>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    const messages = await page.evaluate(`(async () => {
      const { Translator } = await import('/index.js');
      const messageOf = (make) => { try { make(); } catch (error) { return error.message; } };
      return [
        messageOf(() => new Translator('a-key')),
        messageOf(() => Translator.fromEnvironment()),
      ];
    })()`);
    expect(messages).toHaveLength(2);
    for (const message of messages as string[]) {
      expect(message).toMatch(/does not run in a browser.*could read the API key/);
    }
  } finally {
    await browser.close();
    site.closeAllConnections();
    site.close();
  }
});
