import { afterEach, expect, test, vi } from 'vitest'
import { cookieName, type ReadCookie } from './cookies.ts'
import { idTokenCookie, issuerSignOutUrl } from './issuer-sign-out.ts'
import { nowS } from './session-cookie.ts'
import { cookieOf } from './testing/cookie-of.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A browser that is signed in, with the issuer's token. */
async function browser(idToken = 'a.token.of-amina'): Promise<ReadCookie> {
  const session = { sub: 'amina', email: null, accessToken: 'a', refreshToken: 'r', expiresAt: nowS() + 60 }
  const [own, token] = [await cookieOf(session), await idTokenCookie({ idToken, sub: session.sub })]
  const pairs = [own, token?.split(';')[0] ?? '='].map((pair) => pair.split(/=(.*)/s, 2) as [string, string])
  return (name) => new Map(pairs).get(name)
}

function useIssuer(url: string, endpoint: string | undefined) {
  vi.stubEnv('OIDC_ISSUER', url)
  vi.stubEnv('OIDC_CLIENT_ID', 'salama')
  return async () => ({ statusCode: 200, body: Response.json({ end_session_endpoint: endpoint }) })
}

test('leads to the issuer’s endpoint with the token, and back to the registered URL', async () => {
  const send = useIssuer('https://one.test', 'https://one.test/end?tenant=1')
  const url = new URL((await issuerSignOutUrl(await browser(), send)) ?? '')
  expect(url.origin + url.pathname).toBe('https://one.test/end')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: '1',
    id_token_hint: 'a.token.of-amina',
    client_id: 'salama',
    post_logout_redirect_uri: 'http://localhost:3003/',
  })
})

test.each([
  ['has no such endpoint', 'https://two.test', undefined],
  ['names one without https', 'https://three.test', 'http://three.test/end'],
  ['names what is no URL of the web', 'https://four.test', 'javascript:alert(1)'],
])('ends nothing at an issuer that %s', async (_, url, endpoint) => {
  const send = useIssuer(url, endpoint)
  await expect(issuerSignOutUrl(await browser(), send)).resolves.toBeNull()
})

test('keeps no token that is too long for a cookie, and hides the others', async () => {
  expect(await idTokenCookie({ idToken: 'x'.repeat(4000), sub: 'amina' })).toBeNull()
  const read = await browser()
  expect(read(cookieName('id-token'))).not.toContain('of-amina')
})
