import { setTimeout as delay } from 'node:timers/promises';
import { headersWith } from './servers.mjs';

const CALLERS = 8;
/** As a client library does it: each pause is twice as long as the one before, up to a limit. */
const MAX_TRIES = 10;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** A little above what client libraries wait. */
const TIMEOUT_MS = 10_000;

/**
 * Translates different texts with a key until told to stop, and tries again what fails.
 *
 * @returns {{ stop(): Promise<object> }} counts: texts sent, answered, given up; tries again; and
 *   characters of the answered ones
 */
export const startMeteredLoad = (port, key) => {
  const counts = { sent: 0, answered: 0, lost: 0, wrong: 0, retries: 0, charactersAnswered: 0 };
  const slowest = { ms: 0 };
  let isOver = false;

  const translate = async (text) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v2/translate`, {
      method: 'POST',
      headers: headersWith(key),
      body: JSON.stringify({ text: [text], source_lang: 'EN', target_lang: 'ES' }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.json()).translations;
  };
  const work = async () => {
    while (!isOver) {
      const text = `House ${counts.sent++} of many.`;
      const startedMs = performance.now();
      for (let tries = 1; ; tries++) {
        try {
          const translations = await translate(text);
          // The fake engine gives its text back: an answer to another request would be noticed.
          if (translations.length !== 1 || translations[0].text !== text) counts.wrong++;
          counts.answered++;
          counts.charactersAnswered += text.length;
          break;
        } catch {
          if (tries === MAX_TRIES) {
            counts.lost++;
            break;
          }
          counts.retries++;
          await delay(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)));
        }
      }
      slowest.ms = Math.max(slowest.ms, performance.now() - startedMs);
    }
  };
  const workers = Array.from({ length: CALLERS }, work);
  return {
    async stop() {
      isOver = true;
      await Promise.all(workers);
      return { ...counts, slowestMs: Math.round(slowest.ms) };
    },
  };
};
