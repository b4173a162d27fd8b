// Reads, translates into capitals, writes and checks one document as the server does, and prints
// what that took as JSON: memory above an idle process, CPU time, characters, size of the file.
import { readFileSync } from 'node:fs';
import { checkDocument, countCharacters, readDocument, writeDocument } from '@dragoman/documents';

const peakBytes = () =>
  1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);

const TAG_OR_TEXT = /<[^>]*>|[^<]+/g;
const inCapitals = (text) =>
  text.replace(TAG_OR_TEXT, (piece) => (piece.startsWith('<') ? piece : piece.toUpperCase()));

const [format, path] = process.argv.slice(2);
const idleBytes = peakBytes();
const file = readFileSync(path);
const cpuBefore = process.cpuUsage();
const targetLanguage = 'es';
const document = await readDocument(new Uint8Array(file), { format, targetLanguage });
const translations = document.units.map(({ text }) => inCapitals(text));
const { bytes, fallbacks } = await writeDocument(document, translations, { targetLanguage });
const problems = await checkDocument(document, bytes, format);
const { user, system } = process.cpuUsage(cpuBefore);
if (problems.length > 0 || fallbacks.length > 0) {
  throw new Error(`the document came back wrong: ${problems[0] ?? fallbacks.length}`);
}
process.stdout.write(
  JSON.stringify({
    fileBytes: file.length,
    characters: countCharacters(document.units),
    cpuMs: (user + system) / 1000,
    aboveIdleBytes: peakBytes() - idleBytes,
  }),
);
