import { fileURLToPath } from 'node:url';
import { renderChart } from './render-chart.mjs';

const CHART = fileURLToPath(new URL('../../deploy/kubernetes/chart', import.meta.url));

/** The chart with its default values, as one file. */
export const renderManifests = async () => {
  const rendered = await renderChart(CHART);
  const head = '# Rendered from ../chart by scripts/render-manifests.mjs; do not edit.\n';
  return head + rendered.map(({ file, text }) => `---\n# ${file}\n${text}\n`).join('');
};
