/** Values that together turn on everything in the chart. */
export const EXAMPLE_VALUES = {
  defaults: {},
  'a shared volume, an ingress and autoscaling': {
    models: { source: 'volume', pull: ['en-de', 'de-en'] },
    ingress: { enabled: true, className: 'nginx', tlsSecret: 'tls', annotations: { a: 'b' } },
    autoscaling: { enabled: true },
    service: { annotations: { a: 'b' } },
    networkPolicy: {
      ingressFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
      modelsEgress: [{ to: [{ ipBlock: { cidr: '192.0.2.0/24' } }] }],
    },
  },
  'models for each pod, secrets of the chart, and no network': {
    models: { source: 'pod', pull: ['en-de'] },
    settings: { DRAGOMAN_CATALOGUE_URL: 'https://models.example.com/v1', DRAGOMAN_MAX_TEXTS: 10 },
    secrets: { values: { DRAGOMAN_DATABASE_URL: 'postgres://u:p"@db/dragoman' } },
    networkPolicy: { dns: false, egress: [] },
    imagePullSecrets: [{ name: 'registry' }],
    podAnnotations: { a: 'b' },
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'a', operator: 'Exists' }],
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { 'app.kubernetes.io/name': 'dragoman' } },
      },
    ],
  },
  'a volume that is there already, and no policy': {
    models: { source: 'volume', pull: ['en-de'], volume: { existingClaim: 'own' } },
    networkPolicy: { enabled: false },
  },
};
