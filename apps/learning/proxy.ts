import { createProxy } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'

export const proxy = createProxy({
  routing,
  isPrivate: (path) => path === '/account' || path === '/my-courses',
})

// Files lie in folders of their own or at the top. Further down a dot may stand in what somebody typed, and is a page's.
export const config = { matcher: ['/((?!_next/|icons/|serwist/|vendor/|[^/]*\\.[^/]*$).*)'] }
