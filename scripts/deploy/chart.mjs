import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { EXAMPLE_VALUES } from '../chart/example-values.mjs';
import { mergeValues, renderChart } from '../chart/render-chart.mjs';
import { runCommand } from '../common/run-command.mjs';

/** Where Debian puts the sources of Go's packages. */
const SOURCES = '/usr/share/gocode';
const TIMEOUT_MS = 300_000;

/** Helm's template language is Go's, with the functions of Sprig; all of it is in Debian. */
export const CHART_PACKAGES = [
  'golang-go',
  'golang-github-masterminds-sprig-dev',
  'golang-k8s-sigs-yaml-dev',
];

const objectsIn = (text) =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((object) => object !== null);

/** Compares what our renderer makes of the chart with what Go's templates make of it. */
export const testChart = async (root) => {
  const libraries = ['github.com/Masterminds/sprig', 'sigs.k8s.io/yaml'];
  if (!libraries.every((library) => existsSync(join(SOURCES, 'src', library)))) {
    return { skipped: `install ${CHART_PACKAGES.join(' ')}` };
  }
  const chart = join(root, 'deploy/kubernetes/chart');
  const base = parse(await readFile(join(chart, 'values.yaml'), 'utf8'));
  const { version, appVersion } = parse(await readFile(join(chart, 'Chart.yaml'), 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-chart-'));
  try {
    for (const [name, values] of Object.entries(EXAMPLE_VALUES)) {
      const dot = {
        Values: mergeValues(base, values),
        Release: { Name: 'shop', Service: 'Helm' },
        Chart: { Name: 'dragoman', Version: version, AppVersion: appVersion },
      };
      const theirs = await renderWithGo(root, folder, { chart, dot });
      const ours = await renderChart(chart, { name: 'shop', values });
      for (const [file, text] of Object.entries(theirs)) {
        const own = ours.find((template) => template.file === file)?.text ?? '';
        if (!isDeepStrictEqual(objectsIn(own), objectsIn(text))) {
          throw new Error(`${file} with ${name} differs. Ours:\n${own}\nTheirs:\n${text}`);
        }
      }
    }
    return {};
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const renderWithGo = async (root, folder, input) => {
  const file = join(folder, 'input.json');
  await writeFile(file, JSON.stringify(input));
  const program = join(root, 'scripts/chart/with-go.go');
  const { code, output } = await runCommand('go', ['run', program, file], {
    timeoutMs: TIMEOUT_MS,
    env: { GO111MODULE: 'off', GOPATH: SOURCES, GOCACHE: join(folder, 'cache') },
  });
  if (code !== 0) throw new Error(output);
  return JSON.parse(output);
};
