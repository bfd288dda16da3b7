import { cachedPages } from '@salama/ui/offline/pages.ts'

/** All pages except the account, which needs a connection. */
export const CACHED_PAGES = cachedPages(
  [
    '/',
    '/assignments',
    '/collect',
    '/count',
    '/entries',
    '/entry',
    '/outbox',
    '/register',
    '/session',
    '/stats',
    '/offline',
  ],
  '/offline',
)
