import { cachedPages } from '@salama/ui/offline/pages.ts'

export const CACHED_PAGES = cachedPages(['/report', '/outbox', '/offline'], '/offline')
