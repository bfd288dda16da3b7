import { createProxy } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'

export const proxy = createProxy({
  routing,
  isPrivate: (path) => path === '/account',
})

// Static files have a dot in the first segment or a folder of their own. Deeper dots can be user input in a page's URL.
export const config = { matcher: ['/((?!_next/|basemap/|icons/|serwist/|vendor/|[^/]*\\.[^/]*$).*)'] }
