import { keptPages } from '@salama/ui/offline/pages.ts'

/** All of the app but the account, which needs a line. */
export const KEPT_PAGES = keptPages(
  ['/', '/assignments', '/collect', '/outbox', '/session', '/stats', '/offline'],
  '/offline',
)
