import { serwistRoute } from '@salama/ui/offline/serwist-route.ts'
import { KEPT_PAGES } from '@/offline/pages.ts'

export const { dynamic, dynamicParams, revalidate, generateStaticParams, GET } = serwistRoute(KEPT_PAGES)
