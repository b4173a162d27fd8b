import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ENTRIES, SETTINGS } from '../../../packages/server/dist/configuration/settings.js';
import { ROUTES } from '../../../packages/server/dist/routes.js';
import { renderManifests } from '../../../scripts/chart/default-manifests.mjs';
import { EXAMPLE_VALUES } from '../../../scripts/chart/example-values.mjs';
import {
  CHART_PACKAGES,
  canRenderCharts,
  mergeValues,
  renderChart,
} from '../../../scripts/chart/render-chart.mjs';
import { type Manifest, problemsOf } from './kubernetes-schemas.js';
import { ROOT } from './repository.js';

/** Compiles the renderer first. */
vi.setConfig({ testTimeout: 300_000 });

const isThere = canRenderCharts();
if (!isThere) {
  console.warn(
    `Tests of the Helm chart are skipped: install ${CHART_PACKAGES.join(' ')} (npm test -- --all does).`,
  );
}

const CHART = join(ROOT, 'deploy/kubernetes/chart');
const read = (name: string) => readFileSync(join(CHART, name), 'utf8');
const defaults: object = parse(read('values.yaml'));

const render = async (values: object): Promise<readonly Manifest[]> =>
  (await renderChart(CHART, { name: 'shop', values })).flatMap(({ text }) =>
    parseAllDocuments(text).map((document) => {
      expect(document.errors, text).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );

// biome-ignore lint/suspicious/noExplicitAny: parsed from YAML, and checked against its schema
type Parsed = any;
const one = (manifests: readonly Manifest[], kind: string): Parsed => {
  const found = manifests.filter((manifest) => manifest.kind === kind);
  expect(found, kind).toHaveLength(1);
  return found[0];
};
const podsOf = (manifests: readonly Manifest[]): readonly Parsed[] =>
  manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ spec }) => (spec as Parsed).template);

const isAccepted = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(read('values.schema.json')),
);

/** `models.volume.size` and all others. */
const namesIn = (values: object, path = ''): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const isGroup = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isGroup && Object.keys(value).length > 0 && name !== 'settings' && name !== 'resources'
      ? namesIn(value, `${path}${name}.`)
      : [`${path}${name}`];
  });

describe('the values of the chart', () => {
  it('fit their schema, which refuses others', () => {
    for (const values of Object.values(EXAMPLE_VALUES)) {
      expect(isAccepted(mergeValues(defaults, values)), JSON.stringify(isAccepted.errors)).toBe(
        true,
      );
    }
    for (const wrong of [
      { replica: 3 },
      { replicas: -1 },
      { settings: { PORT: 1 } },
      { models: { source: 'volume' } },
      { models: { source: 'pod', pull: ['en-de; rm -rf /'] } },
      { autoscaling: { target: 'soon' } },
    ]) {
      expect(isAccepted(mergeValues(defaults, wrong)), JSON.stringify(wrong)).toBe(false);
    }
  });

  it('are all described', () => {
    const readme = read('README.md');
    expect(namesIn(defaults).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});

describe.skipIf(!isThere)('the manifests in the repository', () => {
  it('are those of the chart', async () => {
    const file = join(ROOT, 'deploy/kubernetes/manifests/dragoman.yaml');
    expect(readFileSync(file, 'utf8')).toBe(await renderManifests());
  });
});

describe.skipIf(!isThere).each(Object.entries(EXAMPLE_VALUES))(
  'the chart with %s',
  (_name, values) => {
    it('renders what the schemas of Kubernetes know', async () => {
      const manifests = await render(values);
      expect(manifests.length).toBeGreaterThan(4);
      expect(manifests.flatMap(problemsOf)).toEqual([]);
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
    });

    it('sets settings that exist, to values that are taken', async () => {
      const manifests = await render(values);
      const entries = new Map(ENTRIES.map((entry) => [entry.environmentName as string, entry]));
      for (const [name, value] of Object.entries(one(manifests, 'ConfigMap').data)) {
        const entry = entries.get(name);
        expect(entry && SETTINGS[entry.key].type.schema.safeParse(value).success, name).toBe(true);
      }
      const [{ spec }] = podsOf(manifests.filter(({ kind }) => kind === 'Deployment'));
      const [container] = spec.containers;
      expect(container.env.length).toBeGreaterThan(0);
      for (const { name, value } of container.env) {
        expect(entries.get(name)?.namesSecretFile, name).toBe(true);
        const mount = container.volumeMounts.find(
          ({ name }: Parsed) => name === 'secrets',
        ).mountPath;
        expect(value).toBe(`${mount}/${name.replace(/_FILE$/, '')}`);
      }
    });

    it('has pods that may do little, with volumes, ports and probes that are there', async () => {
      const manifests = await render(values);
      const paths = ROUTES.map(({ method, url }) => `${method} ${url}`);
      for (const { spec } of podsOf(manifests)) {
        expect(spec).toMatchObject({
          automountServiceAccountToken: false,
          enableServiceLinks: false,
        });
        expect(spec.securityContext).toMatchObject({ runAsNonRoot: true });
        const volumes = spec.volumes.map(({ name }: Parsed) => name);
        for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
          expect(container.securityContext).toMatchObject({
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          });
          for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
          for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
            if (container[probe]) expect(paths).toContain(`get ${container[probe].httpGet.path}`);
          }
        }
      }
    });

    it('finds its pods, and gives them the time that they need to stop', async () => {
      const manifests = await render(values);
      const { spec } = one(manifests, 'Deployment');
      const { labels } = spec.template.metadata;
      const selectors = [
        spec.selector.matchLabels,
        one(manifests, 'Service').spec.selector,
        one(manifests, 'PodDisruptionBudget').spec.selector.matchLabels,
      ];
      for (const selector of selectors) expect(labels).toMatchObject(selector);
      const { data } = one(manifests, 'ConfigMap');
      const stopMs =
        Number(data.DRAGOMAN_SHUTDOWN_DELAY_MS) + Number(data.DRAGOMAN_SHUTDOWN_GRACE_MS);
      expect(spec.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(stopMs);
      // The endpoints know before the server stops listening.
      const { periodSeconds, failureThreshold } = spec.template.spec.containers[0].readinessProbe;
      expect(Number(data.DRAGOMAN_SHUTDOWN_DELAY_MS)).toBeGreaterThan(
        periodSeconds * failureThreshold * 1000,
      );
    });
  },
);

describe.skipIf(!isThere)('the network policies', () => {
  const policyOf = async (values: object, name: string): Promise<Parsed> =>
    (await render(values)).find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name,
    )?.spec;

  it('let servers call what is configured and nothing else', async () => {
    const none = { networkPolicy: { dns: false, egress: [] } };
    expect(await policyOf(none, 'shop')).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      egress: [],
    });
    const database = [{ to: [{ ipBlock: { cidr: '192.0.2.5/32' } }], ports: [{ port: 5432 }] }];
    const { egress } = await policyOf({ networkPolicy: { egress: database } }, 'shop');
    expect(egress).toHaveLength(2);
    expect(egress[0].ports.map(({ port }: Parsed) => port)).toEqual([53, 53]);
    expect(egress[1]).toEqual(database[0]);
  });

  it('let only the job call the catalogue', async () => {
    const catalogue = [{ to: [{ ipBlock: { cidr: '192.0.2.9/32' } }] }];
    const values = {
      models: { source: 'volume', pull: ['en-de'] },
      networkPolicy: { dns: false, egress: [], modelsEgress: catalogue },
    };
    expect((await policyOf(values, 'shop')).egress).toEqual([]);
    const job = await policyOf(values, 'shop-models');
    expect(job).toMatchObject({ egress: catalogue, ingress: [] });
    const { labels } = podsOf((await render(values)).filter(({ kind }) => kind === 'Job'))[0]
      .metadata;
    expect(labels).toMatchObject(job.podSelector.matchLabels);
  });
});

describe.skipIf(!isThere)('the models', () => {
  const waitedFor = async (pull: readonly string[]) => {
    const manifests = await render({ models: { source: 'volume', pull } });
    const [container] = one(manifests, 'Job').spec.template.spec.containers;
    const [marker] = /\/models\/\.pulled-\w+/.exec(container.args[0]) ?? [];
    const { initContainers, containers } = one(manifests, 'Deployment').spec.template.spec;
    expect(initContainers[0].args[0]).toContain(`test -e ${marker};`);
    const mount = containers[0].volumeMounts.find(({ name }: Parsed) => name === 'models');
    expect(mount).toMatchObject({ mountPath: '/models', readOnly: true });
    expect(container.args[0]).toContain(`dragoman models pull ${pull.join(' ')} &&`);
    return marker;
  };

  it('are there before a server starts, and others are pulled by another job', async () => {
    expect(await waitedFor(['en-de'])).not.toBe(await waitedFor(['en-de', 'de-en']));
  });
});

describe.skipIf(!isThere)('autoscaling', () => {
  it('uses a metric that the rule in the description makes from one of the server', async () => {
    const autoscaler = one(
      await render({ autoscaling: { enabled: true } }),
      'HorizontalPodAutoscaler',
    );
    const [rule = ''] = /```yaml\n(rules:[\s\S]*?)```/.exec(read('README.md'))?.slice(1) ?? [];
    const [{ name, seriesQuery, metricsQuery }] = parse(rule).rules;
    expect(name.as).toBe(autoscaler.spec.metrics[0].pods.metric.name);
    for (const query of [seriesQuery, metricsQuery]) {
      expect(query).toContain('dragoman_queue_seconds_count{');
    }
    const pods = await render({ autoscaling: { enabled: true } });
    expect(one(pods, 'Deployment').spec).not.toHaveProperty('replicas');
  });
});
