// `npm start [-- flags]`: makes the clone ready, then becomes the server. One process, so that signals reach it.
import { runScript, setUp } from './setup.mjs';

await runScript(async () => {
  await setUp();
  const { main } = await import('../packages/server/dist/cli/main.js');
  await main(['serve', ...process.argv.slice(2)]);
});
