// `npm test [-- path…]`: sets up, then runs all stages, whatever fails, and counts. With `--all` it
// also installs LibreOffice, Go for the Helm chart, and what the training recipe needs, and a machine
// that lacks the latter fails.

import { CHART_PACKAGES } from './chart/render-chart.mjs';
import { step } from './common/steps.mjs';
import { ensureDebianPackages } from './packages/debian-packages.mjs';
import { ensureTrainingPackages } from './packages/training-packages.mjs';
import { ROOT, runScript, setUp } from './setup.mjs';
import { ensureTestDocuments } from './stages/test-documents.mjs';
import { STAGES } from './stages/test-stages.mjs';
import { runTrainingTests } from './stages/training-stage.mjs';

/** Programs that the tests run. */
const TOOLS = [
  'curl',
  'postgresql',
  'redis-server',
  'nginx-light',
  'chromium-headless-shell',
  'iproute2',
];

/** LibreOffice without a screen, which opens translated documents. */
const OFFICE = ['writer', 'calc', 'impress'].map((name) => `libreoffice-${name}-nogui`);

const isAll = process.argv.includes('--all');
const filters = process.argv.slice(2).filter((argument) => argument !== '--all');

// The tests that open documents in it take minutes.
if (isAll) process.env.TEST_WITH_LIBREOFFICE = '1';

const training = {
  name: 'training recipe',
  run: (root) => runTrainingTests(root, { isWanted: isAll, output: 'keep' }),
};

const runInTurn = async (stages) => {
  const results = [];
  for (const { name, run } of stages) results.push({ name, ...(await run(ROOT, filters)) });
  return results;
};

await runScript(async () => {
  // The first stage builds, and a failed build must count rather than end the set-up.
  const { hasLanguages } = await setUp({ print: console.log, withBuild: false });
  if (!hasLanguages) console.log('Tests of languages need the packages named above.');
  const tools = isAll ? [...TOOLS, ...OFFICE, ...CHART_PACKAGES] : TOOLS;
  await step('test tools', () => ensureDebianPackages(tools), { print: console.log });
  if (isAll) await step('training tools', () => ensureTrainingPackages(), { print: console.log });
  // Waits for the network, while the build takes the cores.
  const documents = step('test documents', () => ensureTestDocuments(ROOT), { print: console.log });
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  const add = (counts) => {
    for (const key of Object.keys(total)) total[key] += counts[key];
    failures.push(...counts.failures);
  };
  for (const stage of STAGES) {
    const isLast = stage === STAGES.at(-1);
    if (isLast) await documents;
    const further = isLast && filters.length === 0 ? [[training]] : [];
    const beside = Promise.all([...stage.beside, ...further].map(runInTurn));
    console.log(`\n== ${stage.name}`);
    const { output: end, ...counts } = await stage.run(ROOT, filters);
    if (end) console.log(end.trim());
    add(counts);
    for (const { name, output, ...others } of (await beside).flat()) {
      console.log(`\n== ${name}\n${output.trim()}`);
      add(others);
    }
  }
  // At the end, where anyone who sees only the last lines of a long output finds it.
  if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n  '));
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});
