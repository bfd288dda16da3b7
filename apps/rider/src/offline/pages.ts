import { cachedPages } from '@salama/ui/offline/pages.ts'

export const CACHED_PAGES = cachedPages(['/report', '/ride', '/ride/help', '/outbox', '/offline'], '/offline')
