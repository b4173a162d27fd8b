// `npm run test:training`: installs what the training recipe needs, and tries the whole of it.
import { ensureBuilt } from './common/build.mjs';
import { step } from './common/steps.mjs';
import { ensureNpmPackages } from './packages/npm-packages.mjs';
import { ensureTrainingPackages } from './packages/training-packages.mjs';
import { ROOT, runScript } from './setup.mjs';
import { runTrainingTests } from './stages/training-stage.mjs';

await runScript(async () => {
  const print = console.log;
  await step('npm packages', () => ensureNpmPackages(ROOT), { print });
  await step('build', () => ensureBuilt(ROOT), { print });
  await step('training tools', () => ensureTrainingPackages(), { print });
  const { passed, failed } = await runTrainingTests(ROOT, { isWanted: true });
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
});
