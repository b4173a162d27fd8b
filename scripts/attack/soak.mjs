import { readdirSync } from 'node:fs';
import { residentBytesOf } from '../../bench/servers/process-tree.mjs';

const CLIENTS = 4;
const SAMPLES = 10;
const LONG = 'The house is big and the garden is beautiful. '.repeat(200);
const GOOD = { source_lang: 'EN', target_lang: 'ES' };

/** Requests of many kinds with the statuses they may get. */
const KINDS = [
  [{ ...GOOD, text: ['The house'] }, [200]],
  [{ target_lang: 'ES', text: ['Good morning, my friend.'] }, [200]],
  [{ ...GOOD, text: Array(50).fill('A dog.') }, [200]],
  [{ ...GOOD, text: [LONG] }, [200]],
  [{ ...GOOD, text: ['<p>The <b>red</b> house</p>'], tag_handling: 'html' }, [200]],
  [{ ...GOOD, text: [`<p>${LONG}</p>`.repeat(8)], tag_handling: 'html' }, [200]],
  [{ ...GOOD, text: ['<d><p>The house</p></d>'], tag_handling: 'xml' }, [200]],
  [{ ...GOOD, text: ['<d>'], tag_handling: 'xml', tag_handling_version: 'v2' }, [400]],
  [{ ...GOOD, text: ['%s and {name} at https://example.com'] }, [200]],
  [{ ...GOOD, text: [''] }, [200]],
  [{ ...GOOD, text: ['\u{1f600}'.repeat(500)] }, [200]],
  [{ ...GOOD, text: ['x'.repeat(5000)] }, [200]],
  [{ text: ['a'], target_lang: 'XX' }, [400]],
  [{ text: [], target_lang: 'ES' }, [400]],
  ['{', [400]],
  ['x'.repeat(200_000), [413]],
  [{ ...GOOD, text: ['a'], formality: 'more' }, [400]],
];

/** All kinds of requests, for some minutes; memory and open files after each tenth of the time. */
export const soak = async ({ server, post, minutes }) => {
  const startMs = performance.now();
  const durationMs = minutes * 60_000;
  const residentMiB = [];
  const openFiles = [];
  let requests = 0;
  let failures = 0;
  const sample = () => {
    const due = Math.floor(((performance.now() - startMs) / durationMs) * SAMPLES);
    if (due < residentMiB.length) return;
    residentMiB.push(Math.round(residentBytesOf(server.pid) / 1024 ** 2));
    openFiles.push(readdirSync(`/proc/${server.pid}/fd`).length);
  };
  const ask = async (client) => {
    for (let number = client; performance.now() - startMs < durationMs; number++) {
      const [body, allowed] = KINDS[number % KINDS.length];
      const { status } = await post(body);
      requests++;
      if (![...allowed, 429].includes(status)) {
        failures++;
        process.stderr.write(`status ${status} for ${JSON.stringify(body).slice(0, 100)}\n`);
      }
      if (client === 0) sample();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)));
  return {
    'kinds of request': KINDS.length,
    requests,
    'memory in MiB': residentMiB.join(' '),
    'open files': openFiles.join(' '),
    failures,
  };
};
