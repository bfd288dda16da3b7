// The rings of the code, enforced. Each rule says what would go wrong without it.

/** The folders of apps/surveyor/src, lowest first. Each may import those before it. */
const SURVEYOR_LAYERS = [
  'outbox',
  'field-state',
  'push',
  'work',
  'collect',
  'count',
  'today',
  'offline',
  'outbox-list',
  'entries',
  'stats',
  'register',
  'sync-status',
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no first file to read.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'imports-are-found',
      comment: 'An import that is not found is seen by no rule below.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contracts-are-shapes',
      comment:
        'A contract is read by every app and by the document: it may know zod, other contracts and shared shapes.',
      severity: 'error',
      from: { path: '^packages/domain/src/.+contract\\.ts$' },
      to: {
        pathNot: ['^packages/domain/src/.+contract\\.ts$', '^packages/domain/src/shared/', '/zod/'],
      },
    },
    {
      name: 'cheap-phones-load-no-schemas',
      comment:
        'A value of a contract brings a validation library of 35 kB to the page; constants live in shared/limits.',
      severity: 'error',
      from: {
        path: '^(apps/(surveyor|learning)/src|packages/(ui|outbox|push)/src)/',
        pathNot: ['(\\.|-in-)test\\.tsx?$', '/testing(/|\\.ts$)'],
      },
      to: { path: '^packages/domain/src/.+contract\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'slices-do-not-reach-into-each-other',
      comment: 'A slice may use another one’s contract; what both need lives in shared or machinery.',
      severity: 'error',
      from: { path: '^packages/domain/src/([^/]+)/', pathNot: ['\\.test\\.ts$', '/test/'] },
      to: {
        path: '^packages/domain/src/([^/]+)/',
        pathNot: ['^packages/domain/src/$1/', '^packages/domain/src/(shared|machinery)/', 'contract\\.ts$'],
      },
    },
    {
      name: 'shared-runs-in-a-browser',
      comment: 'Pages and service workers read it: it knows no slice, nothing of the server, and no Node.',
      severity: 'error',
      from: { path: '^packages/domain/src/shared/', pathNot: '\\.test\\.ts$' },
      to: {
        path: ['^packages/domain/src/', '^(node:)?(crypto|async_hooks|fs|net|util|path|url|os)$'],
        pathNot: '^packages/domain/src/shared/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'shared-is-below-the-slices',
      comment: 'Every slice reads it, so it takes nothing from one, not even a type.',
      severity: 'error',
      from: { path: '^packages/domain/src/shared/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/domain/src/', pathNot: '^packages/domain/src/(shared|generated)/' },
    },
    {
      name: 'machinery-is-below-the-slices',
      comment: 'Every slice runs on it, so it takes nothing from one that would import it back.',
      severity: 'error',
      from: { path: '^packages/domain/src/machinery/', pathNot: ['\\.test\\.ts$', '/test/'] },
      to: { path: '^packages/domain/src/', pathNot: '^packages/domain/src/(machinery|shared|generated)/' },
    },
    {
      name: 'browser-client-runs-in-a-browser',
      comment:
        'Pages and service workers call operations with it: at run time it may have shared shapes and nothing else.',
      severity: 'error',
      from: { path: '^packages/http/src/call\\.ts$' },
      to: { pathNot: '^packages/domain/src/shared/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-knows-no-web',
      comment: 'The domain never sees a request, a response or a cookie; it must run in a script as well.',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: ['\\.test\\.ts$', '/test/'] },
      to: {
        path: [
          '^packages/(http|session|ui|local-supabase|testing)/',
          '^apps/',
          '(^|/)node_modules/(next|next-auth|react)/',
        ],
      },
    },
    {
      name: 'only-domain-and-session-talk-to-supabase',
      comment: 'One door to the database, one to Auth.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^packages/(domain|session|testing|local-supabase)/' },
      to: { path: '(^|/)node_modules/@supabase/' },
    },
    {
      name: 'http-knows-no-framework',
      comment:
        'Endpoints are plain Request to Response, so that they can be served by anything. next-pages.ts is the server of the pages.',
      severity: 'error',
      from: { path: '^packages/http/', pathNot: '^packages/http/src/next-pages[.]ts$' },
      to: { path: ['(^|/)node_modules/(next|react)/', '^packages/(session|ui)/', '^apps/'] },
    },
    ...SURVEYOR_LAYERS.map((layer, index) => ({
      name: `surveyor-${layer}-imports-lower-layers-only`,
      comment: 'Imports between its folders run one way, so that each can be read without those above it.',
      severity: 'error',
      from: { path: `^apps/surveyor/src/${layer}/` },
      to: {
        path: '^apps/surveyor/src/[^/]+/',
        pathNot: `^apps/surveyor/src/(${SURVEYOR_LAYERS.slice(0, index + 1).join('|')})/`,
      },
    })),
    {
      name: 'surveyor-folders-have-a-layer',
      comment: 'A folder that is missing above could import everything.',
      severity: 'error',
      from: { path: '^apps/surveyor/src/([^/]+)/', pathNot: `^apps/surveyor/src/(${SURVEYOR_LAYERS.join('|')})/` },
      to: { path: '^apps/surveyor/src/[^/]+/', pathNot: '^apps/surveyor/src/$1/' },
    },
    {
      name: 'apps-do-not-import-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/([^/]+)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'packages-are-below-the-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'scripts-are-above-all-else',
      comment: 'What both need is in packages/processes.',
      severity: 'error',
      from: { path: '^(apps|packages|e2e|bench)/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'processes-need-nothing-installed',
      comment: '`npm start` runs it on the Node.js of the system before `npm ci`.',
      severity: 'error',
      from: { path: '^packages/processes/src/[^/]+[.]mjs$' },
      to: { pathNot: ['^packages/processes/src/[^/]+[.]mjs$'], dependencyTypesNot: ['core', 'type-only'] },
    },
    {
      name: 'test-helpers-stay-in-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: ['\\.test\\.tsx?$', '/test/', '^packages/testing/', 'vitest'] },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'openapi-stays-out-of-browsers',
      comment: 'The generator is large; only the API app and its scripts may have it.',
      severity: 'error',
      from: { path: '^(apps/(rider|surveyor|learning|admin)|packages/(ui|session|http))/' },
      to: { path: '^packages/domain/src/openapi\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.next/', 'public/vendor', '/generated/', '^packages/[^/]+/dist/'] },
    tsPreCompilationDeps: true,
    parser: 'swc',
    // The nearest tsconfig.json says what `@/` is.
    webpackConfig: { fileName: './scripts/lib/resolve-imports.cjs' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
}
