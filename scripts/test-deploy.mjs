// `npm run test:deploy`: builds and runs what is in deploy/ as far as this machine allows. It takes
// minutes and downloads packages, so `npm test` does not include it. One part: `-- chart`.

import { CHART_PACKAGES } from './chart/render-chart.mjs';
import { step } from './common/steps.mjs';
import { testChart } from './deploy/chart.mjs';
import { COMPOSE_PACKAGES, testCompose } from './deploy/compose.mjs';
import { CONTAINER_PACKAGES, testContainer } from './deploy/container.mjs';
import { MACHINE_PACKAGES, testMachine } from './deploy/machine.mjs';
import { testUnit } from './deploy/unit.mjs';
import { ensureDebianPackages } from './packages/debian-packages.mjs';
import { ROOT, runScript } from './setup.mjs';

const TESTS = {
  chart: { run: testChart, packages: CHART_PACKAGES },
  unit: { run: testUnit, packages: [] },
  compose: { run: testCompose, packages: COMPOSE_PACKAGES },
  machine: { run: testMachine, packages: MACHINE_PACKAGES },
  container: { run: testContainer, packages: CONTAINER_PACKAGES },
};

await runScript(async () => {
  const [only] = process.argv.slice(2);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, { run, packages }] of Object.entries(TESTS)) {
    if (only !== undefined && only !== name) continue;
    if (packages.length > 0) {
      await step(`packages for ${name}`, () => ensureDebianPackages(packages), {
        print: console.log,
      });
    }
    try {
      const { skipped, details } = await run(ROOT);
      counts[skipped === undefined ? 'passed' : 'skipped']++;
      console.log(`${name}: ${skipped === undefined ? 'passed' : 'skipped'}`);
      if (skipped ?? details) console.log(`  ${skipped ?? details}`);
    } catch (error) {
      counts.failed++;
      console.log(`${name}: failed\n${error.message}`);
    }
  }
  const { passed, failed, skipped } = counts;
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (failed > 0 || passed + skipped === 0) process.exitCode = 1;
});
