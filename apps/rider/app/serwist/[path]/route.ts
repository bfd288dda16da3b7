import { serwistRoute } from '@salama/ui/offline/serwist-route.ts'
import { CACHED_PAGES } from '@/offline/pages.ts'
import { NEUTRAL_PAGE } from '@/report/neutral-page.ts'

export const { dynamic, dynamicParams, revalidate, generateStaticParams, GET } = serwistRoute(CACHED_PAGES, [
  NEUTRAL_PAGE,
])
