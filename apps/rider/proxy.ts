import { createProxy } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'

export const proxy = createProxy({
  routing,
  isPrivate: (path) => path === '/account' || path === '/my-reports',
  isRoute: (path) => path === '/rate/submit',
})

export const config = { matcher: ['/((?!_next/|.*\\.).*)'] }
