import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createDocumentMeter } from '../../../packages/server/dist/features/documents/document-metrics.js';
import { watchQuotas } from '../../../packages/server/dist/features/keys-and-usage/quota-metrics.js';
import {
  watchAdmission,
  watchCache,
} from '../../../packages/server/dist/features/translate/translate-metrics.js';
import { createMetrics } from '../../../packages/server/dist/platform/metrics.js';
import { ROUTES } from '../../../packages/server/dist/routes.js';

const read = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../deploy/monitoring/${name}`, import.meta.url)), 'utf8');

/** Series by name with their labels, as the server exposes them. */
let series: ReadonlyMap<string, ReadonlySet<string>>;
beforeAll(async () => {
  const metrics = createMetrics();
  const load = {
    workers: 1,
    models: 1,
    memoryBytes: 1,
    queued: 0,
    restarts: 0,
    loadedPairs: ['en-es'],
  };
  const health = () => ({ state: 'ready', notes: [], load }) as const;
  metrics.watchEngines([{ id: 'fake', health }]);
  const { registry } = metrics;
  watchQuotas(registry, async () => ({ near: 1, exhausted: 0 }));
  watchAdmission(registry, () => ({ requests: 1, characters: 1 }));
  watchCache(registry, () => ({ hits: 1, misses: 1 }));
  metrics.observeRequest({ route: '/v2/translate', status: 200, seconds: 1 });
  const labels = { engine: 'fake', pair: 'en-es' };
  for (const work of ['queue', 'engine', 'repair'] as const) metrics.time(work, labels)();
  metrics.noteBatch(1, labels);
  metrics.count('guard', { defect: 'empty', remaining: 'none' });
  metrics.count('detection', { outcome: 'installed' });
  metrics.count('characters', labels, 5);
  const documents = createDocumentMeter(registry);
  documents.observeDocumentWait(1);
  documents.observeDocument({ format: 'docx', outcome: 'done', fallbacks: 1 });
  const { text } = await metrics.render();
  const found = new Map<string, Set<string>>();
  for (const [, name = '', written = ''] of text.matchAll(/^(dragoman_\w+)(?:\{(.*)\})? /gm)) {
    const names = [...written.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    found.set(name, new Set([...(found.get(name) ?? []), ...names]));
  }
  series = found;
});

/** Labels that Prometheus itself adds. */
const ADDED = ['job', 'instance'];
/** The names that an expression uses: series, and labels after `by` and in braces. */
const usedIn = (expression: string) => {
  const names = [...expression.matchAll(/\bdragoman_\w+/g)].map(([name]) => name);
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  );
  const selected = [...expression.matchAll(/(\w+)\s*(?:=~|!=|!~|=)\s*"/g)].map(
    ([, label = '']) => label,
  );
  const labels = [...grouped, ...selected].filter((label) => !ADDED.includes(label));
  return { names, labels };
};

const expectKnown = (expression: string) => {
  const { names, labels } = usedIn(expression);
  expect(
    names.filter((name) => !series.has(name)),
    expression,
  ).toEqual([]);
  const known = new Set(names.flatMap((name) => [...(series.get(name) ?? [])]));
  expect(
    labels.filter((label) => !known.has(label)),
    expression,
  ).toEqual([]);
};

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

describe('the dashboard', () => {
  it('uses series and labels that the server has', async () => {
    const { panels } = JSON.parse(await read('dashboard.json')) as { panels: readonly Panel[] };
    expect(panels.length).toBeGreaterThan(10);
    for (const { targets } of panels) {
      for (const { expr, legendFormat } of targets) {
        expectKnown(expr);
        const { labels } = usedIn(expr);
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
          expect(labels, expr).toContain(label);
        }
      }
    }
  });
});

describe('the alert rules', () => {
  it('use series and labels that the server has', async () => {
    const { groups } = parse(await read('alerts.yaml')) as {
      groups: readonly {
        readonly rules: readonly {
          readonly alert: string;
          readonly expr: string;
          readonly labels: { readonly severity: string };
          readonly annotations: { readonly summary: string };
        }[];
      }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(5);
    for (const { expr, labels, annotations } of rules) {
      expectKnown(expr);
      expect(['info', 'warning', 'critical']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
    }
  });
});

it('every route that the rules name is one of the server', async () => {
  const text = await read('alerts.yaml');
  const named = [...text.matchAll(/\broute(?:=|!~)"([^"]+)"/g)].flatMap(([, routes = '']) =>
    routes.split('|'),
  );
  expect(named).toContain('/v2/document/:document_id/result');
  const known = ROUTES.map(({ url }) => url);
  expect(named.filter((route) => !known.includes(route))).toEqual([]);
});

it('every metric of the server itself is described', async () => {
  const page = await readFile(
    fileURLToPath(new URL('../../../docs/guide/running/operating.md', import.meta.url)),
    'utf8',
  );
  const own = [...series.keys()]
    .filter((name) => !/^dragoman_(process|nodejs)_/.test(name))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect([...new Set(own)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
