// `npm run test:training`: installs what the training recipe needs, and tries the whole of it.
import { ensureBuilt } from './build.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { ROOT, runScript } from './setup.mjs';
import { step } from './steps.mjs';
import { ensureTrainingPackages } from './training-packages.mjs';
import { runTrainingTests } from './training-stage.mjs';

await runScript(async () => {
  const print = console.log;
  await step('npm packages', () => ensureNpmPackages(ROOT), { print });
  await step('build', () => ensureBuilt(ROOT), { print });
  await step('training tools', () => ensureTrainingPackages(), { print });
  const { passed, failed } = await runTrainingTests(ROOT, { isWanted: true });
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
});
