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
 * The shared part of every app's next.config.ts. The packages of this repository are TypeScript sources, so Next
 * compiles them with the app. No URL or key is read here: one build runs anywhere.
 */
export function salamaNextConfig(own: NextConfig = {}): NextConfig {
  return withIntl({
    poweredByHeader: false,
    agentRules: false,
    // Types are checked once, by `npm run typecheck`, together with tests and scripts.
    typescript: { ignoreBuildErrors: true },
    transpilePackages: ['@salama/ui', '@salama/outbox', '@salama/domain', '@salama/http', '@salama/session'],
    serverExternalPackages: ['pino', 'pg', 'ioredis', 'esbuild', 'pdfkit'],
    headers: async () => [
      // A cached service worker would keep the whole app outdated.
      { source: '/serwist/:file*', headers: [{ key: 'cache-control', value: 'no-cache' }] },
      // These files are requested with their version in the query.
      {
        source: '/vendor/:file*',
        headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }],
      },
    ],
    ...own,
    // The api builds in 23 instead of 67 s; stack traces have the code's own names. See docs/decisions/0114.
    experimental: {
      serverMinification: false,
      turbopackSourceMaps: false,
      turbopackFileSystemCacheForBuild: false,
      ...own.experimental,
    },
  })
}
