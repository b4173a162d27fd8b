import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../scripts/common/chromium.mjs';
import { createHttpClient } from './load/http-client.mjs';
import { percentile } from './load/percentiles.mjs';
import { writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { spawnDragoman } from './servers/spawn-dragoman.mjs';

const ROUND_TRIP_MS = 400;
const SLOW_KIBIBYTES_PER_SECOND = 200;
const VISITS = 5;
const TIMEOUT_MS = 120_000;
const TARGETS = ['DE', 'ES'];
const SENTENCES = [
  'The meeting was cancelled because nobody came.',
  'I live here with my family.',
  'The train leaves at seven in the morning.',
  'We need a new computer for the office.',
  'My sister wants to learn another language.',
];

/**
 * `npm run bench -- page`: how long a visitor on a slow connection waits for the first translation,
 * with the starter model for English and German, and how long a click on a word takes, in German and
 * in Spanish, for which there is a dictionary.
 */
export const run = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-page-bench-'));
  const server = await spawnDragoman({ directory });
  const browser = await launchChromium();
  const address = `http://127.0.0.1:${server.port}/`;
  try {
    // The first visitor of a server waits for the model as well.
    await firstTranslation(browser, address);
    const visits = [];
    for (let visit = 0; visit < VISITS; visit++) {
      visits.push(await firstTranslation(browser, address));
    }
    const clicks = await clickWords(browser, address, await translateAll(server));
    const seconds = (ms) => (ms / 1000).toFixed(1);
    const text = `On a connection with ${ROUND_TRIP_MS} ms for a round trip and ${SLOW_KIBIBYTES_PER_SECOND} KiB/s, an empty cache, a link to a text is opened and its translation is there after ${seconds(percentile(visits, 0.5))} s (slowest of ${VISITS}: ${seconds(Math.max(...visits))} s). A click on a word is answered in ${percentile(clicks, 0.5).toFixed(0)} ms, the slowest of ${clicks.length} in ${Math.max(...clicks).toFixed(0)} ms (starter models for German and Spanish, cache off; ${describeMachine(machineFacts())}). Printed by \`npm run bench -- page\`.`;
    writeSection('docs/decisions/server/page.md', 'page', text);
    process.stdout.write(`${text}\n`);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

/** @returns milliseconds from opening the address to the translation */
const firstTranslation = async (browser, address) => {
  const context = await browser.newContext({ locale: 'en-US' });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const bytesPerSecond = SLOW_KIBIBYTES_PER_SECOND * 1024;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_TRIP_MS,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    const startedMs = performance.now();
    const link = `${address}#en/de/${encodeURIComponent(SENTENCES[0])}`;
    await page.goto(link, { waitUntil: 'commit', timeout: TIMEOUT_MS });
    await page.locator('#copy:enabled').waitFor({ timeout: TIMEOUT_MS });
    return performance.now() - startedMs;
  } finally {
    await context.close();
  }
};

/** @returns requests for the sentences, with their translations */
const translateAll = async (server) => {
  const client = createHttpClient(server.port, { timeoutMs: TIMEOUT_MS });
  try {
    const requests = [];
    for (const target of TARGETS) {
      const languages = { source_lang: 'EN', target_lang: target };
      const body = await server.post(client, '/v2/translate', { ...languages, text: SENTENCES });
      for (const [index, { text: translation }] of JSON.parse(body).translations.entries()) {
        requests.push({ ...languages, text: [SENTENCES[index]], translation });
      }
    }
    return requests;
  } finally {
    client.close();
  }
};

/** @returns milliseconds from asking for other words to both answers, for every word of translations */
const clickWords = async (browser, address, requests) => {
  const page = await browser.newPage({ locale: 'en-US' });
  await page.goto(address);
  return page.evaluate(async (sentences) => {
    const post = async (path, body) => {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await response.json();
    };
    const tookMs = [];
    for (const request of sentences) {
      for (const { 0: word, index } of request.translation.matchAll(/\p{L}+/gu)) {
        const clicked = { ...request, start: index, end: index + word.length };
        const startedMs = performance.now();
        await Promise.all([post('session/words', clicked), post('session/words/model', clicked)]);
        tookMs.push(performance.now() - startedMs);
      }
    }
    return tookMs;
  }, requests);
};
