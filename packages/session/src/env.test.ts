import { expect, test } from 'vitest'
import { tokenRules } from './env.ts'

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
