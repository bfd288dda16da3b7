import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { readCity, readTexts } from '../domain/src/machinery/city-files.ts'
import { inBuild } from '../domain/src/shared/city-schema.ts'
import { languagesFor, mergeTexts } from '../domain/src/shared/city-words.ts'
import type english from './messages/en.json'

/**
 * The shared part of every app's next.config.ts. The packages are TypeScript, which Next compiles. No URL or key is
 * read: one build runs anywhere. But it is one city's, as pages, workers and servers need it.
 */
export function salamaNextConfig(own: NextConfig = {}) {
  const config: NextConfig = {
    poweredByHeader: false,
    agentRules: false,
    // Types are checked once, by `npm run typecheck`, together with tests and scripts.
    typescript: { ignoreBuildErrors: true },
    transpilePackages: ['@salama/ui', '@salama/outbox', '@salama/domain', '@salama/http', '@salama/session'],
    serverExternalPackages: ['pino', 'pg', 'ioredis', 'esbuild', 'pdfkit'],
    // No page uses it, and it would fetch, decode and store whatever path it is asked for.
    images: { unoptimized: true },
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
    // The api builds in 23 instead of 67 s; stack traces have the code's own names. See docs/decisions/pages.md.
    experimental: {
      serverMinification: false,
      turbopackSourceMaps: false,
      turbopackFileSystemCacheForBuild: false,
      ...own.experimental,
    },
  }
  // A built app needs none of the compilers that the plugin loads, and has its city.
  return (phase: string) => (phase === PHASE_PRODUCTION_SERVER ? config : withMessages({ ...config, env: env() }))
}

function env() {
  const city = readCity()
  const failure = city.languages.map((language) => {
    const texts = mergeTexts(languagesFor(language).map((each) => [each, readTexts('packages/ui', each)]))
    const { common } = texts as typeof english // the English ones are behind all others
    return { language, title: common.errorTitle, words: common.errorWords, retry: common.retry }
  })
  return { ...inBuild(city), SALAMA_FAILURE: JSON.stringify(failure) }
}

/** Messages are compiled at build time, so that no page carries a parser for them (10 kB). */
async function withMessages(config: NextConfig): Promise<NextConfig> {
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
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
  return withIntl(config)
}
