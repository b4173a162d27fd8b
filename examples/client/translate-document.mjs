// Translates a document: a file goes in, and a file of the same format comes out.
//
//   DRAGOMAN_AUTH_KEY=… DRAGOMAN_SERVER_URL=http://127.0.0.1:3030 node translate-document.mjs
import { Translator } from '@dragoman/client';

const translator = Translator.fromEnvironment();

const content = Buffer.from('# My house\n\nThe house is **big**.\n');
const result = await translator.translateDocument({ content, fileName: 'house.md' }, 'en', 'es');
console.log(Buffer.from(result.content).toString());
console.log(`${result.fileName}: ${result.billedCharacters} characters billed`);
