import { generateKeyPairSync } from 'node:crypto'
import { base64url, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createVerifier } from './bearer.ts'
import { standIn } from './testing/stand-in.ts'

const SECRET = 'a-secret-that-only-these-tests-know-0123456789'
const AMINA = 'a0000000-0000-4000-8000-000000000001'
const ISSUER = 'https://auth.salama.test'

const nowS = () => Math.floor(Date.now() / 1000)
type Claims = Record<string, unknown>
const claims = (own: Claims = {}): JWTPayload => ({
  sub: AMINA,
  aud: 'authenticated',
  role: 'authenticated',
  iat: nowS(),
  exp: nowS() + 3600,
  ...own,
})
const secretKey = (secret: string) => new TextEncoder().encode(secret)
const hs256 = (own: Claims = {}, secret = SECRET) =>
  new SignJWT(claims(own)).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secretKey(secret))

const problem = (slug: string) => expect.objectContaining({ name: 'DomainError', slug })

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('with a shared secret', () => {
  const verify = createVerifier({ audience: 'authenticated', issuer: undefined, secret: SECRET })

  test('identifies the holder of a valid token', async () => {
    await expect(verify(await hs256())).resolves.toMatchObject({ subject: AMINA })
  })

  test('rejects an expired token after 30 seconds of clock tolerance', async () => {
    await expect(verify(await hs256({ exp: nowS() - 31 }))).rejects.toEqual(problem('token_expired'))
    await expect(verify(await hs256({ exp: nowS() - 25 }))).resolves.toMatchObject({ subject: AMINA })
  })

  test('rejects a token that is not valid yet, after 30 seconds of clock tolerance', async () => {
    await expect(verify(await hs256({ nbf: nowS() + 60 }))).rejects.toEqual(problem('invalid_token'))
    await expect(verify(await hs256({ nbf: nowS() + 20 }))).resolves.toMatchObject({ subject: AMINA })
  })

  test.each([
    ['of another audience', () => hs256({ aud: 'another-service' })],
    ['without audience', () => hs256({ aud: undefined })],
    ['without expiry', () => hs256({ exp: undefined })],
    ['without subject', () => hs256({ sub: undefined })],
    ['with an empty subject', () => hs256({ sub: '' })],
    ['of the service role', () => hs256({ role: 'service_role' })],
    ['without role', () => hs256({ role: undefined })],
    ['signed with another secret', () => hs256({}, 'another-secret-another-secret-another')],
    ['with alg none', async () => new UnsecuredJWT(claims()).encode()],
    ['whose signature was cut off', async () => `${(await hs256()).split('.').slice(0, 2).join('.')}.`],
    ['that is no token', async () => 'what-is-this'],
    [
      'signed with HS512',
      () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS512' }).sign(secretKey(SECRET + SECRET)),
    ],
  ])('rejects a token %s', async (_, make) => {
    await expect(verify(await make())).rejects.toEqual(problem('invalid_token'))
  })

  test('rejects a modified token, also after the original was cached', async () => {
    const token = await hs256()
    await verify(token)
    const [header, , signature] = token.split('.')
    const forged = base64url.encode(JSON.stringify(claims({ sub: 'd0000000-0000-4000-8000-000000000004' })))
    await expect(verify(`${header}.${forged}.${signature}`)).rejects.toEqual(problem('invalid_token'))
  })

  test('checks the issuer when one is configured', async () => {
    const strict = createVerifier({ audience: 'authenticated', issuer: ISSUER, secret: SECRET })
    await expect(strict(await hs256({ iss: ISSUER }))).resolves.toMatchObject({ subject: AMINA })
    await expect(strict(await hs256({ iss: 'https://eve.test' }))).rejects.toEqual(problem('invalid_token'))
    await expect(strict(await hs256())).rejects.toEqual(problem('invalid_token'))
  })

  test('caches a verified token for at most a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const checks = vi.spyOn(crypto.subtle, 'verify')
    const token = await hs256({ jti: 'remembered' })
    await verify(token)
    vi.setSystemTime(Date.now() + 59_000)
    await verify(token)
    expect(checks).toHaveBeenCalledTimes(1)
    vi.setSystemTime(Date.now() + 2_000)
    await verify(token)
    expect(checks).toHaveBeenCalledTimes(2)
  })

  test('does not cache a token past its expiry', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T08:00:00Z') })
    const token = await hs256({ exp: nowS() + 10 })
    await verify(token)
    vi.setSystemTime(new Date('2026-11-20T08:00:41Z'))
    await expect(verify(token)).rejects.toEqual(problem('token_expired'))
  })
})

describe('with published keys', () => {
  let keys: Awaited<ReturnType<typeof standIn>>
  let verify: ReturnType<typeof createVerifier>
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rules = () => ({ audience: 'authenticated', issuer: ISSUER, jwksUrl: `${keys.url}/jwks.json` })

  beforeAll(async () => {
    const published = [
      { ...(await exportJWK(ec.publicKey)), kid: 'ec', use: 'sig', alg: 'ES256' },
      { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', use: 'sig', alg: 'RS256' },
    ]
    keys = await standIn(() => ({ status: 200, body: { keys: published } }))
    verify = createVerifier(rules())
  })
  afterAll(() => keys.close())

  const signed = (alg: string, kid: string, own: Claims = {}) =>
    new SignJWT(claims({ iss: ISSUER, ...own }))
      .setProtectedHeader({ alg, kid })
      .sign(kid === 'rsa' ? rsa.privateKey : ec.privateKey)

  test('accepts ES256 and RS256, and fetches the keys once', async () => {
    await expect(verify(await signed('ES256', 'ec'))).resolves.toMatchObject({ subject: AMINA })
    await expect(verify(await signed('RS256', 'rsa'))).resolves.toMatchObject({ subject: AMINA })
    expect(keys.state.asked).toHaveLength(1)
  })

  test('rejects a token of another issuer', async () => {
    await expect(verify(await signed('ES256', 'ec', { iss: 'https://eve.test' }))).rejects.toEqual(
      problem('invalid_token'),
    )
  })

  test('rejects a token signed with a public key as its secret', async () => {
    const pem = await exportSPKI(
      await crypto.subtle.importKey(
        'spki',
        rsa.publicKey.export({ type: 'spki', format: 'der' }),
        { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
        true,
        ['verify'],
      ),
    )
    const jwk = JSON.stringify(await exportJWK(rsa.publicKey))
    for (const secret of [pem, pem.trim(), jwk, SECRET]) {
      const token = await new SignJWT(claims({ iss: ISSUER }))
        .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
        .sign(secretKey(secret))
      await expect(verify(token)).rejects.toEqual(problem('invalid_token'))
    }
  })

  test.each([
    ['PS256', () => signed('PS256', 'rsa')],
    [
      'a key that is not published',
      async () => {
        const { privateKey } = await generateKeyPair('ES256')
        return new SignJWT(claims({ iss: ISSUER })).setProtectedHeader({ alg: 'ES256', kid: 'ec' }).sign(privateKey)
      },
    ],
    [
      'a key id that is not published',
      async () =>
        new SignJWT(claims({ iss: ISSUER })).setProtectedHeader({ alg: 'ES256', kid: 'eve' }).sign(ec.privateKey),
    ],
    ['no signature at all', async () => new UnsecuredJWT(claims({ iss: ISSUER })).encode()],
  ])('rejects a token with %s', async (_, make) => {
    await expect(verify(await make())).rejects.toEqual(problem('invalid_token'))
  })

  test('returns unavailable, not invalid_token, when the keys cannot be fetched', async () => {
    const down = createVerifier({ ...rules(), jwksUrl: 'http://127.0.0.1:9/jwks.json' })
    await expect(down(await signed('ES256', 'ec'))).rejects.toEqual(problem('unavailable'))
  })
})
