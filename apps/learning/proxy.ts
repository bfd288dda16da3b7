import { createProxy } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'

export const proxy = createProxy({
  routing,
  isPrivate: (path) => path === '/account' || path === '/my-courses',
})

export const config = { matcher: ['/((?!_next/|.*\\.).*)'] }
