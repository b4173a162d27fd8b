import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatTable } from '../report/table.mjs';

const MEBI = 1024 * 1024;
/** As large as a document may be by default, and some bytes less. */
const FILE_BYTES = 30_000_000;
const PIECE = Buffer.alloc(64 * 1024, 'A line of a long text file.\n');
const SAMPLE_INTERVAL_MS = 10;
/** As many as one key may send at a time. */
const AT_ONCE = [1, 4];

const memoryOf = (pid) =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Sends a file whose last field is wrong: all of it arrives and is stored, and no document is made. */
const sendFile = ({ port, headers }) =>
  new Promise((resolve, reject) => {
    const boundary = 'uploads';
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/v2/document',
        headers: {
          authorization: headers.authorization,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
      },
      async (answer) => {
        const chunks = [];
        for await (const chunk of answer) chunks.push(chunk);
        const { parameter } = JSON.parse(Buffer.concat(chunks).toString());
        if (parameter === 'target_lang') resolve();
        else reject(new Error(`the upload gave ${answer.statusCode}`));
      },
    );
    sent.once('error', reject);
    const write = async () => {
      const part = (rest) => `--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
      sent.write(part('name="file"; filename="large.txt"'));
      for (let size = 0; size < FILE_BYTES; size += PIECE.length) {
        const isTaken = sent.write(PIECE.subarray(0, FILE_BYTES - size));
        await (isTaken ? nextTurn() : new Promise((go) => sent.once('drain', go)));
      }
      sent.end(`\r\n${part('name="target_lang"')}xx\r\n--${boundary}--\r\n`);
    };
    write().catch(reject);
  });

/** What the server's memory grows by while files arrive, several at a time. */
export const measureUploads = async (server) => {
  // What one upload loads and compiles stays.
  await sendFile(server);
  const rows = [];
  for (const count of AT_ONCE) {
    const before = memoryOf(server.pid);
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, memoryOf(server.pid));
    }, SAMPLE_INTERVAL_MS);
    await Promise.all(Array.from({ length: count }, () => sendFile(server)));
    clearInterval(sampling);
    rows.push({ count, bytes: count * FILE_BYTES, grownBytes: most - before });
  }
  return rows;
};

export const renderUploads = (rows) =>
  formatTable(
    ['uploads at once', 'bytes that arrive', 'memory of the server grows by'],
    rows.map(({ count, bytes, grownBytes }) => [
      count,
      `${bytes / 1e6} MB`,
      `${Math.round(grownBytes / MEBI)} MiB`,
    ]),
  );
