// Reads, translates into capitals, writes and checks one document in the thread that the server
// uses, and prints what that took as JSON: memory above an idle process, CPU time, characters, size
// of the file.
import { readFileSync } from 'node:fs';
import { startDocumentThread } from '../../packages/server/dist/features/documents/start-document-thread.js';

const peakBytes = () =>
  1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);

const TAG_OR_TEXT = /<[^>]*>|[^<]+/g;
const inCapitals = (text) =>
  text.replace(TAG_OR_TEXT, (piece) => (piece.startsWith('<') ? piece : piece.toUpperCase()));

const [format, path] = process.argv.slice(2);
const idleBytes = peakBytes();
const file = readFileSync(path);
const fileBytes = file.length;
const cpuBefore = process.cpuUsage();
const targetLanguage = 'es';
const thread = startDocumentThread(new AbortController().signal);
const { characters } = await thread.read({
  bytes: file,
  fileKey: undefined,
  maxCharacters: undefined,
  format,
  sourceLanguage: undefined,
  targetLanguage,
});
let batch = await thread.next([]);
while (batch.texts.length > 0) batch = await thread.next(batch.texts.map(inCapitals));
const { problems, fallbackCount } = await thread.write({
  targetLanguage,
  outputFormat: format,
});
await thread.end();
const { user, system } = process.cpuUsage(cpuBefore);
if (problems.length > 0 || fallbackCount > 0) {
  throw new Error(`the document came back wrong: ${problems[0] ?? fallbackCount}`);
}
process.stdout.write(
  JSON.stringify({
    fileBytes,
    characters,
    cpuMs: (user + system) / 1000,
    aboveIdleBytes: peakBytes() - idleBytes,
  }),
);
