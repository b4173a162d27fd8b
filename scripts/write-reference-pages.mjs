// `npm run docs`: writes the generated reference pages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { REFERENCE_FOLDER, referencePages } from '../packages/server/dist/reference-pages.js';

mkdirSync(REFERENCE_FOLDER, { recursive: true });
for (const { fileName, text } of referencePages()) {
  writeFileSync(new URL(fileName, REFERENCE_FOLDER), text);
}
