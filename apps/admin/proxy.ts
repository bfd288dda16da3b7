import { createProxy } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'

/** What can be seen without being signed in. All else is the console. */
const OPEN = ['/', '/sign-in', '/sign-up', '/forgot-password', '/not-found']

export const proxy = createProxy({ routing, isPrivate: (path) => !OPEN.includes(path) })

export const config = { matcher: ['/((?!_next/|.*\\.).*)'] }
