// `npm test [-- path…]`: sets up, then runs all stages, whatever fails, and counts.
import { ensureDebianPackages } from './debian-packages.mjs';
import { ROOT, runScript, setUp } from './setup.mjs';
import { step } from './steps.mjs';
import { STAGES } from './test-stages.mjs';

/** Programs that tests call as a user would. */
const TOOLS = ['curl', 'postgresql', 'redis-server', 'nginx-light'];

await runScript(async () => {
  // The first stage builds, and a failed build must count rather than end the set-up.
  const { hasApertium } = await setUp({ print: console.log, withBuild: false });
  if (!hasApertium) console.log('Tests of the Apertium engine need the packages named above.');
  await step('test tools', () => ensureDebianPackages(TOOLS), { print: console.log });
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, run } of STAGES) {
    console.log(`\n== ${name}`);
    const counts = await run(ROOT, process.argv.slice(2));
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});
