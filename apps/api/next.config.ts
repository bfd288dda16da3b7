import { salamaNextConfig } from '@salama/ui/next-config.ts'

// Turbopack drops ApiDOM's `refract` registration from its ES module build, so that Swagger UI never finishes rendering
// an operation of a 3.1 document (vercel/next.js#86507). The CommonJS build is not affected.
const apidom = [
  'core',
  'ns-openapi-3-1',
  'ns-openapi-3-0',
  'ns-json-schema-2020-12',
  'ns-json-schema-2019-09',
  'ns-json-schema-draft-7',
  'ns-json-schema-draft-6',
  'ns-json-schema-draft-4',
]

export default salamaNextConfig({
  // Redoc's file name has no hash, so it must not be cached as immutable.
  headers: async () => [],
  // Most routes are those under /api/v1, which server.ts answers: Next loads one when it is first needed.
  experimental: { preloadEntriesOnStart: false },
  turbopack: {
    resolveAlias: Object.fromEntries(
      apidom.map((name) => [
        `@swagger-api/apidom-${name}`,
        `../../node_modules/@swagger-api/apidom-${name}/src/index.cjs`,
      ]),
    ),
  },
})
