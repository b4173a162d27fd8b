import { join } from 'node:path';
import { createHttpClient } from '../load/http-client.mjs';
import { percentile, round } from '../load/percentiles.mjs';
import { cpuSecondsOf, processTree, residentBytesOf } from '../servers/process-tree.mjs';
import { spawnDragoman } from '../servers/spawn-dragoman.mjs';

const MEBIBYTE = 1024 ** 2;
const CLIENTS = 16;
const REQUESTS = 960;
/** Until then, more time goes into compiling JavaScript than into requests. */
const REQUESTS_BEFORE = 2400;
const SHORT_TEXTS = 400;
const DOCUMENT_WORDS = 5000;
const SETTINGS = { DRAGOMAN_ENGINES: 'neural', DRAGOMAN_REQUEST_TIMEOUT_MS: '600000' };

/** Runs a job with a server of its own that has the starter models and nothing else. */
const withServer = async (directory, job) => {
  const settings = { ...SETTINGS, DRAGOMAN_MODELS_DIR: join(directory, 'none') };
  const server = await spawnDragoman({ directory, settings });
  const client = createHttpClient(server.port);
  const translate = (text, [source, target] = ['EN', 'DE']) =>
    server.post(client, '/v2/translate', {
      text: [text].flat(),
      ...{ source_lang: source, target_lang: target },
    });
  try {
    return await job(translate, server.pid);
  } finally {
    client.close();
    await server.stop();
  }
};

/** Memory of the server and its engine process after all starter models were used, in MiB. */
export const measureServerMemory = (directory, models) =>
  withServer(directory, async (translate, pid) => {
    for (const name of models) {
      const [, source, target] = name.toUpperCase().split('-');
      await translate(['Hello.', 'Thank you very much.', 'See you tomorrow.'], [source, target]);
    }
    const totalBytes = residentBytesOf(pid);
    const engines = processTree(pid).filter(({ parent }) => parent === pid);
    const engineBytes = engines.reduce((sum, process) => sum + residentBytesOf(process.pid), 0);
    return {
      totalMiB: Math.round(totalBytes / MEBIBYTE),
      serverMiB: Math.round((totalBytes - engineBytes) / MEBIBYTE),
      engineMiB: Math.round(engineBytes / MEBIBYTE),
    };
  });

/** How long a short text takes, alone and while long documents are translated on all cores. */
export const measureShortTexts = (directory, texts) =>
  withServer(directory, async (translate) => {
    const measure = async () => {
      const latenciesMs = [];
      for (let index = 0; index < SHORT_TEXTS; index++) {
        const startedMs = performance.now();
        await translate(texts[index % texts.length]);
        latenciesMs.push(performance.now() - startedMs);
      }
      return round(percentile(latenciesMs, 0.99));
    };
    await translate(texts.slice(0, 40));
    const idleP99Ms = await measure();
    const controller = { isOver: false };
    const documents = Array.from({ length: 2 }, async (_, number) => {
      while (!controller.isOver) await translate(documentOf(texts, number));
    });
    const busyP99Ms = await measure();
    controller.isOver = true;
    await Promise.all(documents);
    return { idleP99Ms, busyP99Ms };
  });

/** A text of many sentences, in paragraphs. */
const documentOf = (texts, number) => {
  const sentences = [];
  for (let words = 0, index = number * 7; words < DOCUMENT_WORDS; index++) {
    const sentence = texts[index % texts.length];
    words += sentence.split(' ').length;
    sentences.push(index % 8 === 0 ? `${sentence}\n\n` : `${sentence} `);
  }
  return sentences.join('');
};

/**
 * CPU time of a request of one sentence, many at the same time, in milliseconds: of the first ones
 * after a start, and once the JavaScript is compiled.
 */
export const measureRequests = (directory, texts) =>
  withServer(directory, async (translate, pid) => {
    await Promise.all(texts.slice(0, CLIENTS).map((text) => translate(text)));
    const engineOf = () => processTree(pid).find(({ parent }) => parent === pid)?.pid ?? pid;
    const measure = async (requests) => {
      const before = { all: cpuSecondsOf(pid), engine: cpuSecondsOf(engineOf()) };
      let next = 0;
      const client = async () => {
        while (next < requests) await translate(texts[next++ % texts.length]);
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      const [all, engine] = [cpuSecondsOf(pid), cpuSecondsOf(engineOf())];
      const perRequest = (seconds) => round((1000 * seconds) / requests, 2);
      return {
        cpuMs: perRequest(all - before.all),
        engineCpuMs: perRequest(engine - before.engine),
        serverCpuMs: perRequest(all - before.all - (engine - before.engine)),
      };
    };
    const { cpuMs: firstCpuMs } = await measure(REQUESTS);
    await measure(REQUESTS_BEFORE - REQUESTS);
    return { ...(await measure(REQUESTS)), firstCpuMs };
  });
