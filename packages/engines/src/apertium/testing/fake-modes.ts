import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A stage in place of Apertium's programs that speaks the same null-flush protocol: every letter
 * comes out in upper case, and certain words make it misbehave the way real stages do.
 */
const STAGE = `
const { appendFileSync, readdirSync, rmSync } = require('node:fs');
const folder = __dirname;
appendFileSync(folder + '/starts', 'x');
if (process.argv.includes('refuses')) process.exit(1);
const [refusal] = readdirSync(folder).filter((name) => name.startsWith('refusal-'));
if (refusal) {
  rmSync(folder + '/' + refusal);
  process.exit(1);
}
if (process.argv.includes('heavy')) globalThis.ballast = Buffer.alloc(80e6, 1);
let pending = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const records = (pending + chunk).split('\\0');
  pending = records.pop();
  for (const record of records) {
    appendFileSync(folder + '/seen', JSON.stringify(record) + '\\n');
    if (/deadly/.test(record)) process.exit(1);
    if (/hanging/.test(record)) { process.stdout.write = () => true; continue; }
    if (/hollow/.test(record)) { process.stdout.write('\\0'); continue; }
    process.stdout.write(record.replace(/\\[@[cm]\\w+@\\]|[a-z]+/g, (part) =>
      part.startsWith('[') ? (/losing/.test(record) && part.startsWith('[@c') ? '' : part) : part.toUpperCase()) + '\\0');
  }
});
process.stdin.on('end', () => {
  appendFileSync(folder + '/ends', 'x');
  process.exit(0);
});
`;

/** A data directory with modes of one fake stage each, in a temporary folder. */
export interface FakeModes {
  readonly dataDirectory: string;
  /** How often a stage was started. */
  starts(): Promise<number>;
  /** How often a stage came to the end of its input. */
  ends(): Promise<number>;
  /** Lets the next starts of stages fail. */
  refuseStarts(count: number): Promise<void>;
  /** The records the stage was given, in order, the probe among them. */
  seen(): Promise<readonly string[]>;
}

/**
 * Writes the mode file `eng-spa`, which works; `eng-ita` and `eng-fra`, which take 80 MB more than
 * their files let expect; and `eng-cat`, whose stage ends at once.
 */
export const createFakeModes = async (): Promise<FakeModes> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'fake-apertium-'));
  await mkdir(join(dataDirectory, 'modes'));
  const stage = join(dataDirectory, 'stage.cjs');
  await writeFile(stage, `#!${process.execPath}\n${STAGE}`);
  await chmod(stage, 0o755);
  await writeFile(join(dataDirectory, 'modes', 'eng-spa.mode'), `${stage} '${stage}'\n`);
  for (const name of ['eng-ita', 'eng-fra']) {
    await writeFile(join(dataDirectory, 'modes', `${name}.mode`), `${stage} heavy '${stage}'\n`);
  }
  await writeFile(join(dataDirectory, 'modes', 'eng-cat.mode'), `${stage} refuses '${stage}'\n`);
  const read = (name: string): Promise<string> =>
    readFile(join(dataDirectory, name), 'utf8').catch(() => '');
  return {
    dataDirectory,
    starts: async () => (await read('starts')).length,
    ends: async () => (await read('ends')).length,
    refuseStarts: async (count) => {
      for (let index = 0; index < count; index++)
        await writeFile(join(dataDirectory, `refusal-${index}`), '');
    },
    seen: async () =>
      (await read('seen'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as string),
  };
};
