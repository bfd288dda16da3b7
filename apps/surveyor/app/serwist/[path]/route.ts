import { serwistRoute } from '@salama/ui/offline/serwist-route.ts'
import { CACHED_PAGES } from '@/offline/pages.ts'

export const { dynamic, dynamicParams, revalidate, generateStaticParams, GET } = serwistRoute(CACHED_PAGES)
