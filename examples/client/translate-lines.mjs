// Translates standard input line by line as it arrives, however long it is.
//
//   node translate-lines.mjs en es <book.txt >libro.txt
import { createInterface } from 'node:readline';
import { Translator } from '@dragoman/client';

const [source = 'en', target = 'es'] = process.argv.slice(2);
const translator = Translator.fromEnvironment();
const lines = createInterface({ input: process.stdin });

const results = translator.translateTextStream(lines, source, target, {
  onProgress: ({ translated }) => console.error(`${translated} lines`),
});
for await (const { text } of results) console.log(text);
