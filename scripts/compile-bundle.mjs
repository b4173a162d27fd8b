// `node scripts/compile-bundle.mjs FILE`: runs the bundled program once, as a command and as a server, and writes what
// V8 compiled of it beside it, where `loadBundle` finds it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve as absolute, join } from 'node:path';
import { compiledPathOf, loadBundle } from '../packages/server/dist/cli/choose-program.js';

const file = absolute(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'dragoman-compile-'));
const key = 'k'.repeat(32);
for (const name of Object.keys(process.env)) {
  if (name.startsWith('DRAGOMAN_')) delete process.env[name];
}
Object.assign(process.env, {
  DRAGOMAN_DATA_DIR: folder,
  DRAGOMAN_ENGINES: 'neural',
  DRAGOMAN_OFFLINE: 'on',
  DRAGOMAN_HOST: '127.0.0.1',
  DRAGOMAN_AUTH_KEY: key,
});

const { program, script } = loadBundle(file);
process.on('exit', () => {
  writeFileSync(compiledPathOf(file), script.createCachedData());
  rmSync(folder, { recursive: true });
});

const address = new Promise((resolve) => {
  process.stdout.write = (text) => {
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (found) resolve(found);
    return true;
  };
});
await program.main(['translate', '--from', 'en', '--to', 'de', 'The house is old.']);
await program.main(['serve', '--port', '0']);
await fetch(`${await address}/v2/translate`, {
  method: 'POST',
  headers: { authorization: `Service-Auth-Key ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ text: ['The river is long.'], target_lang: 'DE' }),
});
process.exitCode = 0;
process.kill(process.pid, 'SIGTERM');
