// Renders our Helm chart without Helm, which Debian does not package. Helm's template language is
// Go's, with the functions of Sprig; all of that is in Debian.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../common/run-command.mjs';

/** What renders it. */
export const CHART_PACKAGES = [
  'golang-go',
  'golang-github-masterminds-sprig-dev',
  'golang-k8s-sigs-yaml-dev',
];

const PROGRAM = fileURLToPath(new URL('render-chart.go', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/chart', import.meta.url));
/** Where Debian puts the sources of Go's packages. */
const SOURCES = '/usr/share/gocode';
const NEEDED = [
  '/usr/bin/go',
  ...['github.com/Masterminds/sprig', 'sigs.k8s.io/yaml'].map((name) => join(SOURCES, 'src', name)),
];
const COMPILE_TIMEOUT_MS = 300_000;
const RENDER_TIMEOUT_MS = 30_000;

/** Whether the packages are installed. */
export const canRenderCharts = () => NEEDED.every((path) => existsSync(path));

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Values over those of the chart: objects are merged, everything else is replaced. */
export const mergeValues = (base, over) =>
  isObject(base) && isObject(over)
    ? Object.fromEntries(
        [...new Set([...Object.keys(base), ...Object.keys(over)])].map((name) => [
          name,
          name in over ? mergeValues(base[name], over[name]) : base[name],
        ]),
      )
    : over;

const run = async (program, args, options) => {
  const { code, output } = await runCommand(program, args, options);
  if (code !== 0) throw new Error(output);
  return output;
};

/** Compiles the renderer once for all that use it. @returns its path */
const compile = async () => {
  if (!canRenderCharts()) throw new Error(`Install ${CHART_PACKAGES.join(' ')}.`);
  const hash = createHash('sha256')
    .update(await readFile(PROGRAM))
    .digest('hex');
  const compiled = join(CACHE, `render-chart-${hash.slice(0, 16)}`);
  if (existsSync(compiled)) return compiled;
  await mkdir(CACHE, { recursive: true });
  const begun = `${compiled}.${process.pid}`;
  await run('/usr/bin/go', ['build', '-o', begun, PROGRAM], {
    timeoutMs: COMPILE_TIMEOUT_MS,
    env: { GO111MODULE: 'off', GOPATH: SOURCES, GOCACHE: join(CACHE, 'go') },
  });
  await rename(begun, compiled);
  return compiled;
};

let compiling;

/**
 * The manifests of a chart as text, by the names of their templates; empty ones are left out.
 *
 * @param values in place of those in values.yaml
 */
export const renderChart = async (chart, { name = 'dragoman', values = {} } = {}) => {
  compiling ??= compile();
  const renderer = await compiling;
  // This file is read before anything is installed, to know what has to be.
  const { parse } = await import('yaml');
  const { version, appVersion } = parse(await readFile(join(chart, 'Chart.yaml'), 'utf8'));
  const base = parse(await readFile(join(chart, 'values.yaml'), 'utf8'));
  const dot = {
    Values: mergeValues(base, values),
    Release: { Name: name, Service: 'Helm' },
    Chart: { Name: 'dragoman', Version: version, AppVersion: appVersion },
  };
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-chart-'));
  try {
    const input = join(folder, 'input.json');
    await writeFile(input, JSON.stringify({ chart, dot }));
    const rendered = JSON.parse(await run(renderer, [input], { timeoutMs: RENDER_TIMEOUT_MS }));
    return Object.entries(rendered)
      .map(([file, text]) => ({ file, text: text.trim() }))
      .filter(({ text }) => text !== '')
      .toSorted((one, other) => (one.file < other.file ? -1 : 1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
