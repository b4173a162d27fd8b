import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../scripts/packages/debian-packages.mjs';
import { isTranslation, sentenceOf } from '../load/sentences.mjs';
import { ROOT } from '../report/files.mjs';
import { findFreePort, spawnServer } from './spawn-server.mjs';

const APERTIUM_DATA = '/usr/share/apertium';
const MODE_FILE = 'eng-spa.mode';
/** Concurrent requests for one batch of sentences: APY takes one text per request. */
const BATCH_CONCURRENCY = 16;

/** Installs what the comparison needs. Returns how that went. */
export const ensureApy = () => ensureDebianPackages(['apertium-apy', 'apertium-eng-spa']);

/**
 * A folder with only the mode that is used: with all of them, several processes take longer to
 * start.
 */
const oneModeFolder = (directory) => {
  const modes = join(directory, 'pairs', 'modes');
  mkdirSync(modes, { recursive: true });
  copyFileSync(join(APERTIUM_DATA, 'modes', MODE_FILE), join(modes, MODE_FILE));
  return join(directory, 'pairs');
};

/** APY as its documentation starts it: one process, one pipeline per pair. */
export const startApyDefault = (directory) =>
  startApy('apertium-apy -j1', ['-j1'], APERTIUM_DATA, directory);

/** The fastest setting found on two cores: two processes with up to two pipelines each. */
export const startApyTuned = (directory) =>
  startApy('apertium-apy -j2 -i2 -u2', ['-j2', '-i2', '-u2'], oneModeFolder(directory), directory);

const startApy = async (name, options, pairsPath, directory) => {
  const port = await findFreePort();
  const server = await spawnServer({
    name,
    command: '/usr/bin/python3',
    args: [
      join(ROOT, 'bench', 'servers', 'apy-on-loopback.py'),
      '-p',
      String(port),
      ...options,
      pairsPath,
    ],
    env: { LC_ALL: 'C.UTF-8' },
    port,
    readyPath: '/listPairs',
    directory,
  });

  const translateOne = async (client, number) => {
    const query = new URLSearchParams({
      langpair: 'eng|spa',
      markUnknown: 'no',
      format: 'txt',
      q: sentenceOf(number),
    });
    const answer = await client.send({ method: 'GET', path: `/translate?${query}` });
    const text = String(JSON.parse(answer).responseData?.translatedText);
    if (!isTranslation(text, number)) throw new Error(`"${sentenceOf(number)}" gave "${text}"`);
  };

  /** As many requests as there are sentences, 16 at a time. */
  const translate = async (client, numbers) => {
    const queue = numbers.values();
    const worker = async () => {
      for (const number of queue) await translateOne(client, number);
    };
    const workers = Math.min(BATCH_CONCURRENCY, numbers.length);
    await Promise.all(Array.from({ length: workers }, worker));
  };

  return { ...server, translate, hasHealthProbe: false };
};
