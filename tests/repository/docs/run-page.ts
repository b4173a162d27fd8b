import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type IsolatedNetwork, startIsolatedNetwork } from '../../support/isolated-network.js';
import { startTestServer } from '../../support/start-server.js';
import { type Block, type Page, ROOT } from './pages.js';

const run = promisify(execFile);

const BLOCK_TIMEOUT_MS = 180_000;
/** Its commands run through npm's own `npx`, which takes four times as long as the command. */
const WITH_NPX = 'README.md';
/** What `npx` does for a command that is installed. */
const NPX = '#!/bin/sh\nexec "$@"\n';
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:3030';

/** A block that was run: what it printed, and what the page says it prints. */
export interface Outcome {
  readonly block: string;
  readonly printed: string;
  readonly documented: string | undefined;
}

/** How a block is run; each continues in the shell of the previous one. */
const scriptFor = async (block: Block, folder: string, index: number): Promise<string> => {
  if (block.language === 'sh') return block.text;
  const interpreters: Readonly<Record<string, readonly [string, string]>> = {
    js: ['node', 'mjs'],
    python: ['python3', 'py'],
  };
  const [interpreter, ending] = interpreters[block.language] ?? [];
  if (!interpreter) throw new Error(`nobody runs ${block.language}`);
  const file = join(folder, `example-${index}.${ending}`);
  await writeFile(file, block.text);
  return `${interpreter} ${file}`;
};

/**
 * Runs the blocks of a page marked `run`, in order, in one shell: a new folder, a new server whose
 * data is in `data`, the product's commands on the path, and no network where this test runs as root.
 */
export const runPage = async (page: Page): Promise<readonly Outcome[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-docs-'));
  const dataDirectory = join(folder, 'data');
  await mkdir(dataDirectory);
  for (const name of ['node_modules', 'examples']) {
    await symlink(join(ROOT, name), join(folder, name));
  }
  if (page.path !== WITH_NPX) {
    await mkdir(join(folder, '.bin'));
    await writeFile(join(folder, '.bin', 'npx'), NPX);
    await chmod(join(folder, '.bin', 'npx'), 0o755);
  }
  const network = await startIsolatedNetwork();
  const server = await startTestServer({
    dataDirectory,
    environment: { DRAGOMAN_AUTH_KEY: undefined },
    network,
  });
  const here = (text: string) => text.replaceAll(DOCUMENTED_ADDRESS, server.url);
  const outcomes: Outcome[] = [];
  try {
    for (const [index, block] of page.blocks.entries()) {
      if (!block.isRun) continue;
      const script = await scriptFor({ ...block, text: here(block.text) }, folder, index);
      outcomes.push({
        block: block.text,
        printed: await runScript(script, folder, network),
        documented: block.output === undefined ? undefined : here(block.output),
      });
    }
  } finally {
    await server.stop();
    await network?.stop();
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
  return outcomes;
};

/** Variables exported by one block are there in the next, as in a shell that stays open. */
const runScript = async (
  script: string,
  folder: string,
  network: IsolatedNetwork | undefined,
): Promise<string> => {
  const kept = join(folder, '.exported');
  const whole = `[ -f ${kept} ] && . ${kept}\nset -euo pipefail\n${script}\nexport -p > ${kept}\n`;
  const command = [...(network?.enter ?? []), 'bash', '--norc', '-c', whole];
  const [program = '', ...args] = command;
  const { stdout } = await run(program, args, {
    cwd: folder,
    env: {
      PATH: [join(folder, '.bin'), join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(':'),
      HOME: folder,
      LANG: 'C.UTF-8',
    },
    timeout: BLOCK_TIMEOUT_MS,
  });
  return stdout;
};

/** Whether a program printed what a page shows. `…` stands for anything. */
export const isAsShown = (printed: string, documented: string): boolean => {
  const lines = (text: string) => text.trim().replaceAll(/[ \t]+$/gm, '');
  const pattern = lines(documented)
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[\\s\\S]*?');
  return new RegExp(`^${pattern}$`).test(lines(printed));
};
