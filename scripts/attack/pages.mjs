import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareTrees } from '../../bench/pages/trees.mjs';

/** Documentation of Debian packages, such as python3-doc, gcc-doc, git-doc, nodejs-doc, bash-doc. */
const FOLDER = '/usr/share/doc';
/** What fits into a request with the default limits. */
const MAX_BYTES = 100_000;
const MAX_DEPTH = 8;

const pagesBelow = (folder, depth = 0) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth < MAX_DEPTH ? pagesBelow(path, depth + 1) : [];
    return /\.html?$/.test(entry.name) && entry.isFile() && statSync(path).size <= MAX_BYTES
      ? [path]
      : [];
  });

/** Translates the HTML pages of this machine for as long as there is time; no element may be lost. */
export const translatePages = async ({ post, minutes }) => {
  const endMs = performance.now() + minutes * 60_000;
  let pages = 0;
  let refused = 0;
  let damaged = 0;
  for (const path of pagesBelow(FOLDER)) {
    if (performance.now() > endMs) break;
    const source = readFileSync(path, 'utf8');
    const body = { text: [source], source_lang: 'EN', target_lang: 'ES', tag_handling: 'html' };
    const { status, text } = await post(body);
    if (status !== 200) {
      // Longer than a request may be once it is JSON, or nothing but scripts and styles.
      refused++;
      continue;
    }
    pages++;
    const [{ text: translated }] = JSON.parse(text).translations;
    const { difference } = compareTrees(source, translated);
    if (difference !== undefined) {
      damaged++;
      process.stderr.write(`${path}: ${difference}\n`);
    }
  }
  return { pages, refused, failures: damaged };
};
