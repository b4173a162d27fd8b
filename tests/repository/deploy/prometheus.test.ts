import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPrometheus, type Prometheus, startPrometheus } from '../../support/prometheus.js';
import { postTranslate, startTestServer, type TestServer } from '../../support/start-server.js';
import { ROOT } from './repository.js';

const RULES = join(ROOT, 'deploy/monitoring/alerts.yaml');
const DASHBOARD = join(ROOT, 'deploy/monitoring/dashboard.json');

if (!hasPrometheus()) {
  console.warn('Tests with Prometheus are skipped: it is not there (apt-get install prometheus).');
}

interface Panel {
  readonly targets: readonly { readonly expr: string }[];
}

/** What Grafana fills in. */
const withVariables = (expression: string): string =>
  expression.replaceAll('$job', 'dragoman').replaceAll('$__rate_interval', '1m');

const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: readonly Panel[] };
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => withVariables(expr)));

describe.skipIf(!hasPrometheus())('deploy/monitoring in a real Prometheus', () => {
  let server: TestServer;
  let prometheus: Prometheus;
  beforeAll(async () => {
    server = await startTestServer({ environment: { DRAGOMAN_ENGINES: 'fake' } });
    prometheus = await startPrometheus(server, RULES);
    await postTranslate(server, { text: ['One house.'], target_lang: 'ES' });
  });
  afterAll(async () => {
    await prometheus?.stop();
    await server?.stop();
  });

  const query = (expression: string) =>
    prometheus.ask<{ readonly result: readonly unknown[] }>(
      `/query?query=${encodeURIComponent(expression)}`,
    );
  const seriesOf = async (expression: string): Promise<number> =>
    (await query(expression).catch(() => undefined))?.data?.result.length ?? 0;
  const eventually = <Value>(read: () => Promise<Value>) =>
    expect.poll(read, { timeout: 60_000, interval: 200 });

  it('has rules that promtool finds nothing wrong with', () => {
    expect(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toMatch(
      /SUCCESS: \d+ rules found/,
    );
  });

  it('scrapes the server with the key, and evaluates every rule', async () => {
    await eventually(() => seriesOf('up{job="dragoman"} == 1')).toBe(1);
    const states = async () => {
      const { data } = await prometheus.ask<{
        readonly groups: readonly { readonly rules: readonly { readonly health: string }[] }[];
      }>('/rules');
      return new Set(data.groups.flatMap(({ rules }) => rules.map(({ health }) => health)));
    };
    await eventually(states).toEqual(new Set(['ok']));
    const { data } = await prometheus.ask<{ readonly alerts: readonly object[] }>('/alerts');
    expect(data.alerts).toEqual([]);
  });

  it('answers every query of the dashboard, and most with a series', async () => {
    await eventually(() => seriesOf(expressions[0] ?? '')).toBeGreaterThan(0);
    const answers = await Promise.all(expressions.map(query));
    expect(answers.filter(({ status }) => status !== 'success')).toEqual([]);
    const filled = answers.filter(({ data }) => data.result.length > 0);
    expect(filled.length).toBeGreaterThan(expressions.length / 2);
  });
});
