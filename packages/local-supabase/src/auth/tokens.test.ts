import { createHmac } from 'node:crypto'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeSecrets } from '../../../processes/src/secrets.mjs'
import { serverHeaders, signToken } from '../../../processes/src/server-token.mjs'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from '../index.ts'

// What a token is outside, and that nothing outside can make one. The key that signed before has just been rotated out.

const old = makeSecrets()
const [before] = old.signingKeys
const secrets = { ...old, signingKeys: [...makeSecrets().signingKeys, ...old.signingKeys] }
let supabase: LocalSupabase
let issuer: string
beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', demo: true, passwordCost: 4 })
  issuer = `${supabase.url}/auth/v1`
})
afterAll(async () => {
  vi.useRealTimers()
  await supabase.close()
})

const ask = async (method: string, path: string, authorization?: string, body?: object) =>
  fetch(`${supabase.url}${path}`, {
    method,
    headers: {
      apikey: secrets.publishableKey,
      'content-type': 'application/json',
      'content-profile': 'api',
      'accept-profile': 'api',
      ...(authorization !== undefined && { authorization }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
const grant = async (path: string, body: object) => {
  const response = await ask('POST', path, undefined, body)
  expect(response.status).toBe(200)
  return Object(await response.json())
}
const signIn = () => grant('/auth/v1/token?grant_type=password', { email: PEOPLE.amina.email, password: DEMO_PASSWORD })
const codeOf = async (email: string) => {
  await ask('POST', '/auth/v1/otp', undefined, { email })
  await supabase.settled()
  return String(supabase.mailbox.list(email)[0]?.code)
}

/** Where a token comes in, and what a good one gets there. */
const DOORS = [
  ['REST', 'GET', '/rest/v1/anything', 404],
  ['a function', 'POST', '/rest/v1/rpc/get_current_user', 200],
  ['Auth', 'GET', '/auth/v1/user', 200],
  ['Storage', 'GET', '/storage/v1/bucket', 400],
] as const

describe('a token that leaves', () => {
  it('is verified with what is published, whatever gave it out', async () => {
    const { access_token, refresh_token } = await signIn()
    const { email } = PEOPLE.baraka
    const renewed = await grant('/auth/v1/token?grant_type=refresh_token', { refresh_token })
    const verified = await grant('/auth/v1/verify', { email, token: await codeOf(email), type: 'email' })
    const encoded = await grant('/%61uth/v1/token?grant_type=refresh_token', { refresh_token: renewed.refresh_token })
    const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
    for (const token of [access_token, renewed.access_token, verified.access_token, encoded.access_token]) {
      const { payload } = await jwtVerify(token, keys, { algorithms: ['ES256'], issuer, audience: 'authenticated' })
      expect(payload).toMatchObject({ role: 'authenticated', session_id: expect.any(String) })
      expect(decodeProtectedHeader(token).kid).toBe(secrets.signingKeys[0]?.kid)
    }
  })

  it('has its public keys alone beside it', async () => {
    const { keys } = Object(await (await ask('GET', '/auth/v1/.well-known/jwks.json')).json())
    expect(keys).toEqual(
      secrets.signingKeys.map(({ kid, x, y }) => ({ kid, x, y, kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })),
    )
  })
})

describe('a token that comes in', () => {
  const claims = () => ({
    sub: PEOPLE.amina.id,
    aud: 'authenticated',
    role: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + 600,
  })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const hmac = (secret: string, header: object = {}) => {
    const signed = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims())}`
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }
  const [{ d, ...publicKey } = { d: '', kid: '' }] = secrets.signingKeys

  it.each(DOORS)('is taken by %s', async (_, method, path, status) => {
    const { access_token } = await signIn()
    const body = method === 'POST' ? {} : undefined
    expect((await ask(method, path, `Bearer ${access_token}`, body)).status).toBe(status)
  })

  it.each([
    ['with HS256 and a secret of the data folder', () => hmac(secrets.deviceSecret)],
    ['with HS256 and the secret key', () => hmac(secrets.secretKey)],
    ['with HS256 and the public key as secret', () => hmac(JSON.stringify(publicKey), { kid: publicKey.kid })],
    ['with HS256 and an empty secret', () => hmac('')],
    ['with a key that is not published', () => signToken(claims(), makeSecrets().signingKeys)],
    [
      'with a foreign key under a known name',
      () =>
        signToken(
          claims(),
          makeSecrets().signingKeys.map((key) => ({ ...key, kid: publicKey.kid })),
        ),
    ],
    ['by nobody (alg none)', () => `${encode({ alg: 'none' })}.${encode(claims())}.`],
    ['an hour and more ago', () => signToken({ ...claims(), exp: 1e9 }, secrets.signingKeys)],
  ])('is refused everywhere when it was signed %s', async (_, make) => {
    const token = make()
    for (const [, method, path] of DOORS)
      for (const scheme of ['Bearer', 'bearer', ' Bearer '])
        expect([
          path,
          (await ask(method, path, `${scheme} ${token}`, method === 'POST' ? {} : undefined)).status,
        ]).toEqual([path, expect.toSatisfy((status) => [401, 403].includes(status))])
  })

  it('may be of the key before, and of none older', async () => {
    const body = { p_expected: [] }
    const asOperator = async (keys: typeof secrets.signingKeys) => {
      const { authorization } = serverHeaders('operator', { ...secrets, signingKeys: keys })
      return (await ask('POST', '/rest/v1/rpc/list_missing', authorization, body)).status
    }
    expect(await asOperator(secrets.signingKeys)).toBe(200)
    expect(await asOperator(before ? [before] : [])).toBe(200)
    expect(await asOperator(makeSecrets().signingKeys)).toBe(401)
  })

  it('of a server ends after an hour', async () => {
    const { authorization } = serverHeaders('operator', secrets)
    const call = async () => (await ask('POST', '/rest/v1/rpc/list_missing', authorization, { p_expected: [] })).status
    expect(await call()).toBe(200)
    vi.setSystemTime(Date.now() + 3_601_000)
    expect(await call()).toBe(401)
    vi.useRealTimers()
  })
})
