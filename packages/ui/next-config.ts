import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'

// Messages are compiled at build time, so that no page carries a parser for them (10 kB).
const withIntl = createNextIntlPlugin({
  requestConfig: './src/i18n/request.ts',
  experimental: {
    messages: {
      path: ['./messages', '../../packages/ui/messages'],
      locales: 'infer',
      format: 'json',
      precompile: true,
    },
  },
})

/**
 * What every app's next.config.ts has in common. The packages of this repository are TypeScript sources, so Next
 * compiles them with the app. No address or key is read here: one build runs anywhere.
 */
export function salamaNextConfig(own: NextConfig = {}): NextConfig {
  return withIntl({
    poweredByHeader: false,
    agentRules: false,
    // Types are checked by `npm run typecheck`, for the tests and scripts as well, and once.
    typescript: { ignoreBuildErrors: true },
    transpilePackages: ['@salama/ui', '@salama/outbox', '@salama/domain', '@salama/http', '@salama/session'],
    serverExternalPackages: ['pino', 'pg', 'ioredis', 'esbuild', 'pdfkit'],
    headers: async () => [
      // A service worker that a cache holds on to would hold on to the whole app.
      { source: '/serwist/:file*', headers: [{ key: 'cache-control', value: 'no-cache' }] },
      // What lies there is asked for with its version in the query.
      {
        source: '/vendor/:file*',
        headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }],
      },
    ],
    ...own,
  })
}
