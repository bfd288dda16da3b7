import { DomainError } from '@salama/domain/shared'
import { expect, test, vi } from 'vitest'
import { endOf, isRefused } from './known-sessions.ts'
import { nowS } from './session-cookie.ts'
import { signInAgain } from './sign-in-again.ts'
import { cookieOf } from './testing/cookie-of.ts'

const given = vi.hoisted(() => ({ cookie: '' }))
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => {
      const found = given.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
      return found && { value: found.slice(name.length + 1) }
    },
  }),
}))
vi.mock('next-intl/server', () => ({ getLocale: async () => 'sw' }))

const TO_SIGN_IN = expect.objectContaining({ digest: expect.stringContaining(';/sw/sign-in;') })

/** A reader whose page was refused, with what the proxy of the next request knows of their token. */
async function refused(error: unknown) {
  const accessToken = `access-${Math.random()}`
  given.cookie = await cookieOf({
    sub: 'a0000000-0000-4000-8000-000000000001',
    email: 'amina@salama.test',
    accessToken,
    refreshToken: 'refresh',
    expiresAt: nowS() + 600,
  })
  const outcome = await signInAgain(error).catch((thrown: unknown) => thrown)
  return { outcome, ended: await endOf(accessToken), isRefused: await isRefused(accessToken) }
}

test.each([
  ['a session that ended elsewhere', new DomainError('invalid_token'), { ended: 'ended', isRefused: false }],
  [
    'a suspended account',
    new DomainError('invalid_token', { because: 'suspended' }),
    { ended: 'suspended', isRefused: false },
  ],
  ['a token that ran out', new DomainError('token_expired'), { ended: null, isRefused: true }],
])('a page of %s goes to sign-in, and the proxy knows why', async (_, error, known) => {
  expect(await refused(error)).toEqual({ outcome: TO_SIGN_IN, ...known })
})

test('a page without a session goes to sign-in', async () => {
  given.cookie = ''
  await expect(signInAgain(new DomainError('unauthenticated'))).rejects.toEqual(TO_SIGN_IN)
})

test.each([new DomainError('unavailable'), new DomainError('not_found'), new Error('a bug')])(
  'a page that failed with %s stays where it is, signed in',
  async (error) => {
    expect(await refused(error)).toEqual({ outcome: undefined, ended: null, isRefused: false })
  },
)
