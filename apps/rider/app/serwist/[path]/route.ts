import { serwistRoute } from '@salama/ui/offline/serwist-route.ts'
import { CACHED_PAGES } from '@/offline/pages.ts'

const FILES = ['public/nairobi.html']

export const { dynamic, dynamicParams, revalidate, generateStaticParams, GET } = serwistRoute(CACHED_PAGES, FILES)
