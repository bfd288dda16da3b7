import { NextRequest } from 'next/server'
import { expect, test } from 'vitest'
import { authRoutes } from './app-session.ts'
import { markEnded } from './known-sessions.ts'
import { nowS } from './session-cookie.ts'
import { cookieOf } from './testing/cookie-of.ts'

test('does not identify the owner of a copied cookie once its session has ended', async () => {
  markEnded('access-copied')
  const cookie = await cookieOf({
    sub: 'a0000000-0000-4000-8000-000000000001',
    email: 'amina@salama.test',
    accessToken: 'access-copied',
    refreshToken: 'refresh-copied',
    expiresAt: nowS() + 60,
  })
  const request = new NextRequest('http://localhost:3003/api/auth/session', { headers: { cookie } })
  const response = await authRoutes().GET(request, { params: Promise.resolve({ nextauth: ['session'] }) })
  expect([response.status, await response.json()]).toEqual([200, {}])
})
