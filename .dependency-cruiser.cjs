// Who may import whom: contract <- core <- engines <- server.
// Packages see each other through their `exports`, so an import of `@dragoman/core` arrives at
// packages/core/dist; patterns therefore take both src and dist.

const TESTS = '\\.test\\.ts$';
/** What tests share. */
const TESTING = '/testing/';
const CONFORMANCE = '^packages/core/src/engine-conformance';
const NOT_PRODUCT = [TESTS, TESTING, CONFORMANCE, '^packages/documents/src/conformance/'];
/** What puts the server together, and the commands that start it or parts of it. */
const COMPOSITION = [
  '^packages/server/src/(main|services|engines|compose-app)\\.ts$',
  '^packages/server/src/cli/',
  '^packages/server/src/features/keys-and-usage/(owned-resources|server-key)\\.ts$',
  '^packages/server/src/features/translate/commands/',
  '^packages/server/src/features/[^/]+/[^/]+-command\\b',
];
const STORAGE = '^packages/server/src/features/[^/]+/[^/]+-(tables|storage)\\b';
const DATABASE = '^packages/server/src/platform/database/';
/** Opens the database with the storage of all features. */
const STORES = '^packages/server/src/open-stores\\.ts$';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule('no-cycles', 'A cycle has no layer it belongs to.', {}, { circular: true }),
    rule(
      'no-orphans',
      'A module nobody imports, and that imports nothing, is dead.',
      {
        orphan: true,
        pathNot: [
          TESTS,
          '/src/index\\.ts$',
          '^packages/server/src/(main|cli/main)\\.ts$',
          '\\.d\\.ts$',
        ],
      },
      {},
    ),
    rule(
      'resolvable',
      'The import leads nowhere; is everything built?',
      {},
      { couldNotResolve: true },
    ),
    rule(
      'declared-dependencies',
      "What the product imports must be among its own package's dependencies.",
      { path: '^packages/', pathNot: NOT_PRODUCT },
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev', 'deprecated'],
        // What `peerDependenciesMeta` calls optional counts as npm-no-pkg beside npm-peer.
        dependencyTypesNot: ['npm-peer'],
      },
    ),
    rule(
      'product-without-tests',
      'The product runs without its tests.',
      { path: '^packages/', pathNot: [TESTS, TESTING] },
      { path: [TESTS, TESTING, '\\.test\\.js$', '^(tests|bench|scripts)/'] },
    ),
    rule(
      'contract-only-zod',
      'contract is the wire alone; clients could use it as it is.',
      { path: '^packages/contract/src/', pathNot: TESTS },
      { pathNot: ['^packages/contract/src/', 'node_modules/zod/'] },
    ),
    rule(
      'core-is-pure',
      'core has no HTTP, files, threads or clock of its own: contract and readers of markup only.',
      { path: '^packages/core/src/', pathNot: NOT_PRODUCT },
      {
        pathNot: [
          ...['^packages/core/src/', '^packages/contract/', 'node_modules/(entities|saxes)/'],
          // It computes, and does nothing else: the n-grams are packed.
          '^zlib$',
        ],
      },
    ),
    rule(
      'core-tests-stay-below',
      'Tests of core may use tools, but no package above core.',
      { path: '^packages/core/src/' },
      { path: '^packages/(engines|server)/' },
    ),
    rule(
      'engines-stay-below-server',
      'An engine knows nothing of the server, HTTP or configuration.',
      { path: '^packages/engines/src/' },
      { path: ['^packages/server/', 'node_modules/(fastify|commander|pino)/'] },
    ),
    rule(
      'engines-know-no-other',
      'An engine imports itself and engines/host only.',
      { path: '^packages/engines/src/([^/]+)/', pathNot: '^packages/engines/src/host/' },
      {
        path: '^packages/engines/',
        pathNot: ['^packages/engines/src/$1/', '^packages/engines/src/host/'],
      },
    ),
    rule(
      'programs-of-engines-start-quickly',
      'Processes and threads of an engine import only what they need of core: all of it takes a second to load.',
      {
        path: '^packages/engines/src/(neural/(process/(process-main|session)|decoding/[^.]+)|ding/thread-main)\\.ts$',
      },
      { path: '^packages/(core|contract)/dist/index\\.' },
    ),
    rule(
      'host-knows-no-engine',
      'engines/host serves all engines alike.',
      { path: '^packages/engines/src/host/', pathNot: TESTS },
      { path: '^packages/engines/', pathNot: '^packages/engines/src/host/' },
    ),
    rule(
      'client-stands-alone',
      'The client is published by itself: it needs nothing but Node.',
      { path: '^packages/client/src/', pathNot: TESTS },
      { pathNot: '^packages/client/src/', dependencyTypesNot: ['core'] },
    ),
    rule(
      'proxy-knows-no-server',
      'The browser proxy is mounted in servers of other people.',
      { path: '^packages/browser-proxy/src/', pathNot: TESTS },
      { path: '^packages/(core|engines|server|web)/' },
    ),
    rule(
      'web-knows-no-server',
      'The page talks HTTP only.',
      { path: '^packages/web/src/', pathNot: TESTS },
      { path: '^packages/(core|engines|server)/' },
    ),
    rule(
      'documents-are-pure',
      'A filter turns bytes into paragraphs and back; it knows no server and no engine. Of core it takes types and the table of HTML elements.',
      { path: '^packages/documents/src/', pathNot: TESTS },
      {
        path: [
          '^packages/(?!documents/|core/(?:src|dist)/(?:index|markup/html-elements)\\.)',
          'node_modules/(fastify|commander|pino)/',
        ],
      },
    ),
    rule(
      'documents-read-no-files',
      'A filter gets bytes and gives bytes; only what sets pages reads the fonts of the machine.',
      {
        path: '^packages/documents/src/',
        pathNot: [
          ...NOT_PRODUCT,
          '^packages/documents/src/formats/pdf/[^/]+/(shaper|font-files)\\.ts$',
        ],
      },
      { path: '^(?!buffer$|zlib$)', dependencyTypes: ['core'] },
    ),
    rule(
      'features-own-their-storage',
      'A feature imports the platform, core and what another feature offers, never its storage.',
      { path: '^packages/server/src/features/([^/]+)/', pathNot: TESTS },
      { path: STORAGE, pathNot: '^packages/server/src/features/$1/' },
    ),
    rule(
      'storage-is-handed-in',
      'Routes and services get stores and engines handed in; only the composition root and commands name them.',
      {
        path: '^packages/server/src/',
        pathNot: [TESTS, TESTING, STORAGE, DATABASE, STORES, ...COMPOSITION],
      },
      {
        path: ['^packages/engines/', STORAGE, DATABASE, STORES],
        pathNot: [
          // The form of a model's folder is data that the feature of models writes and the engine reads.
          '^packages/engines/(src|dist)/(neural/models/(metadata|model-folder))\\.',
          // What a store throws when it cannot be reached.
          '^packages/server/src/platform/database/store-error\\.ts$',
        ],
      },
    ),
    rule(
      'platform-knows-no-feature',
      'Features stand on the platform.',
      { path: '^packages/server/src/platform/', pathNot: [TESTS, TESTING] },
      {
        path: [
          '^packages/server/src/features/',
          '^packages/server/src/(cli|configuration)/',
          '^packages/server/src/context\\.ts$',
        ],
      },
    ),
    rule(
      'nobody-imports-the-root',
      'The composition root is the top; only commands start it, and the reference describes them.',
      {
        path: '^packages/server/src/',
        pathNot: [TESTS, TESTING, '^packages/server/src/reference-pages\\.ts$', ...COMPOSITION],
      },
      { path: COMPOSITION },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^packages/[^/]+/dist/'] },
    // Types count: a layer that knows another's types knows that layer.
    tsPreCompilationDeps: true,
    // The compiler has no interface for others to read TypeScript with.
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
    },
  },
};
