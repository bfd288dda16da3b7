import { expect, test } from 'vitest'
import { issuerRules, tokenRules } from './env.ts'

const SECRET = 'a-secret-that-only-these-tests-know-0123456789'

test('prefers published keys over a secret that is also set', () => {
  const rules = tokenRules({
    AUTH_JWT_SECRET: SECRET,
    AUTH_JWKS_URL: 'https://a.test/jwks',
    AUTH_ISSUER: 'https://a.test',
  })
  expect(rules).toEqual({ audience: 'authenticated', issuer: 'https://a.test', jwksUrl: 'https://a.test/jwks' })
})

test.each([
  ['published keys without an issuer', { AUTH_JWKS_URL: 'https://a.test/jwks' }],
  ['a short secret', { AUTH_JWT_SECRET: 'short' }],
  ['nothing', {}],
  ['empty variables', { AUTH_JWT_SECRET: '', AUTH_JWKS_URL: '' }],
])('rejects %s', (_, source) => {
  expect(() => tokenRules(source)).toThrow()
})

test('verifies with the shared secret where no keys are published, and names what is missing', () => {
  const secret = { AUTH_JWT_SECRET: SECRET, AUTH_JWKS_URL: '', AUTH_ISSUER: '' }
  expect(tokenRules(secret)).toEqual({ audience: 'authenticated', issuer: undefined, secret: SECRET })
  expect(() => tokenRules({ AUTH_JWKS_URL: 'https://a.test/jwks' })).toThrow(/"AUTH_ISSUER".*AUTH_JWKS_URL/s)
  expect(() => tokenRules({})).toThrow(/"AUTH_JWT_SECRET".*AUTH_JWKS_URL/s)
})

test('without an issuer nobody signs in with one; an issuer is named after its host where it has no name', () => {
  expect([issuerRules({}), issuerRules({ OIDC_ISSUER: '', OIDC_CLIENT_ID: 'salama' })]).toEqual([null, null])
  const issuer = { OIDC_ISSUER: 'https://id.test/realms/city/', OIDC_CLIENT_ID: 'salama', OIDC_CLIENT_SECRET: '' }
  const rules = {
    url: 'https://id.test/realms/city',
    clientId: 'salama',
    clientSecret: undefined,
    name: 'id.test',
    allowPrivate: false,
  }
  expect(issuerRules(issuer)).toEqual(rules)
  expect(issuerRules({ ...issuer, OIDC_NAME: 'City', OIDC_CLIENT_SECRET: 'x' })).toEqual({
    ...rules,
    name: 'City',
    clientSecret: 'x',
  })
  expect(() => issuerRules({ OIDC_ISSUER: 'https://id.test' })).toThrow(/"OIDC_CLIENT_ID".*OIDC_ISSUER/s)
})

test.each([
  ['https://id.test', true],
  ['http://localhost:4000', true],
  ['http://127.0.0.1:4000', true],
  ['http://id.test', false],
  ['ftp://localhost', false],
])('takes an issuer at %s: %s', (url, isTaken) => {
  const read = () => issuerRules({ OIDC_ISSUER: url, OIDC_CLIENT_ID: 'salama' })?.url
  if (isTaken) expect(read()).toBe(url)
  else expect(read).toThrow('needs https')
})

test.each(['https://10.0.0.5/realms/one', 'https://[64:ff9b:1::7f00:1]', 'https://id.internal'])(
  'takes an issuer in a private network, %s, only where a setting allows it',
  (url) => {
    const env = { OIDC_ISSUER: url, OIDC_CLIENT_ID: 'salama' }
    expect(() => issuerRules(env)).toThrow('OIDC_PRIVATE=on')
    expect(issuerRules({ ...env, OIDC_PRIVATE: 'on' })).toMatchObject({ url, allowPrivate: true })
  },
)
