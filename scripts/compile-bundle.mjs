// `node scripts/compile-bundle.mjs FILE`: runs the bundled program once, as a command and as a server, and writes what
// V8 compiled of it beside it, where `loadBundle` finds it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve as absolute, join } from 'node:path';
import { compiledPathOf, loadBundle } from '../packages/server/dist/cli/choose-program.js';
import { freePort } from './deploy/requests.mjs';

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

await program.main(['translate', '--from', 'en', '--to', 'de', 'The house is old.']);
const port = await freePort();
await program.main(['serve', '--port', String(port)]);
const { status } = await fetch(`http://127.0.0.1:${port}/v2/translate`, {
  method: 'POST',
  headers: { authorization: `Service-Auth-Key ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ text: ['The river is long.'], target_lang: 'DE' }),
});
process.exitCode = status === 200 ? 0 : 1;
process.kill(process.pid, 'SIGTERM');
