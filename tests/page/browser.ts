import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { hasChromium, launchChromium, NO_CHROMIUM } from '../../scripts/common/chromium.mjs';
import { startTestServer, type TestServer } from '../support/start-server.js';

/** A phone, as the browser imitates it. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** A name that resolves to this machine, like that of a server in the local network. */
export const ELSEWHERE = 'translate.test';

if (!hasChromium) console.warn(`Tests in a browser are skipped: ${NO_CHROMIUM}.`);

/** Browsers and cold engines may be slow on a busy machine. */
const TIMEOUT_MS = 120_000;

/** A group of tests that need a browser; skipped, with a message, if there is none. */
export const describeInBrowser = (name: string, tests: () => void): void => {
  describe.skipIf(!hasChromium)(name, { timeout: TIMEOUT_MS }, tests);
};

/** A server for the page: Apertium alone starts quickly. */
export const startPageServer = ({
  environment = {},
  ...options
}: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> =>
  startTestServer({ environment: { DRAGOMAN_ENGINES: 'apertium', ...environment }, ...options });

/** Starts servers with settings of a test's own; they are stopped after it. */
export const useOwnServers = () => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((own) => own.stop()));
  });
  return async (environment: Readonly<Record<string, string>>): Promise<TestServer> => {
    const own = await startPageServer({ environment });
    servers.push(own);
    return own;
  };
};

/** One browser for a group of tests, and an empty profile for each test. */
export const useBrowser = () => {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchChromium([`--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`]);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return {
    async newPage(options: BrowserContextOptions = {}): Promise<Page> {
      if (!browser) throw new Error('the browser has not been started');
      const context = await browser.newContext({
        locale: 'en-US',
        // Drawing what moves, without a graphics card, takes most of the time of a page that waits.
        reducedMotion: 'reduce',
        ...options,
      });
      contexts.push(context);
      return context.newPage();
    },
  };
};
