import { createProxy } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'
import { isPublicPage } from '@/public-pages.ts'

export const proxy = createProxy({
  routing,
  isPrivate: (path) => path === '/account' || path === '/my-reports',
  isPublic: isPublicPage,
  isSecret: (path) => path.startsWith('/trip/'),
  isRoute: (path) => /^\/(rate\/(submit|withdraw)|vote\/[^/]+|follow(\/[^/]+\/stop)?)$/.test(path),
})

// Static files have a dot in the first segment or a folder of their own. Deeper dots can be user input in a page's URL.
export const config = { matcher: ['/((?!_next/|basemap/|icons/|serwist/|vendor/|[^/]*\\.[^/]*$).*)'] }
