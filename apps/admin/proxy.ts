import { createProxy } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'

/** The public paths. Everything else is the console. */
const OPEN = ['/', '/sign-in', '/sign-up', '/forgot-password', '/not-found']

export const proxy = createProxy({ routing, isPrivate: (path) => !OPEN.includes(path) })

// Static files have a dot in the first segment or a folder of their own. Deeper dots can be user input in a page's URL.
export const config = { matcher: ['/((?!_next/|basemap/|icons/|serwist/|vendor/|[^/]*\\.[^/]*$).*)'] }
