import { join } from 'node:path';
import { CHART_PACKAGES, canRenderCharts } from '../chart/render-chart.mjs';
import { runCommand } from '../common/run-command.mjs';

const TIMEOUT_MS = 600_000;

/** Renders the chart with all of its values, and checks the manifests. */
export const testChart = async (root) => {
  if (!canRenderCharts()) return { skipped: `install ${CHART_PACKAGES.join(' ')}` };
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { code, output } = await runCommand(
    process.execPath,
    [vitest, 'run', 'tests/repository/deploy/kubernetes.test.ts'],
    { cwd: root, timeoutMs: TIMEOUT_MS },
  );
  if (code !== 0) throw new Error(output);
  return {};
};
