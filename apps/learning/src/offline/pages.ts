import { cachedPages } from '@salama/ui/offline/pages.ts'

export const CACHED_PAGES = cachedPages(['/outbox', '/offline'], '/offline')
