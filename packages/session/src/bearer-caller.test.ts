import { getCurrentUser } from '@salama/domain/accounts'
import { getHealth } from '@salama/domain/health'
import { getIncident } from '@salama/domain/incidents'
import type { Operation } from '@salama/domain/shared'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { bearerCaller } from './bearer.ts'

const SECRET = new TextEncoder().encode('a-secret-that-only-these-tests-know-0123456789')
const BARAKA = 'b0000000-0000-4000-8000-000000000002'
const token = await new SignJWT({ role: 'authenticated' })
  .setProtectedHeader({ alg: 'HS256' })
  .setSubject(BARAKA)
  .setAudience('authenticated')
  .setExpirationTime('1h')
  .sign(SECRET)

const who = (headers: Record<string, string>, op: Operation = getCurrentUser.operation) =>
  bearerCaller(new Request('http://localhost:3000/api/v1/auth/me', { headers }), op, 'request-1')
const problem = (slug: string) => expect.objectContaining({ name: 'DomainError', slug })

describe('the caller of the API', () => {
  test('is the holder of a bearer token, whatever the case of the scheme', async () => {
    const caller = { kind: 'user', token, subject: BARAKA, requestId: 'request-1' }
    await expect(who({ authorization: `Bearer ${token}` })).resolves.toEqual(caller)
    await expect(who({ authorization: `bearer   ${token}` })).resolves.toEqual(caller)
  })

  test.each([
    ['nothing', {}, 'unauthenticated'],
    ['only a cookie', { cookie: 'salama-api.session-token=abc' }, 'unauthenticated'],
    ['another scheme', { authorization: 'Basic YTpi' }, 'invalid_token'],
    ['the scheme without a token', { authorization: 'Bearer ' }, 'invalid_token'],
    ['two tokens', { authorization: `Bearer ${token}, Bearer ${token}` }, 'invalid_token'],
    ['an API key', { 'x-api-key': 'svc_live_abc_def' }, 'api_key_not_accepted'],
    ['an empty API key', { 'x-api-key': '' }, 'api_key_not_accepted'],
    [
      'a token and an API key',
      { authorization: `Bearer ${token}`, 'x-api-key': 'svc_live_abc_def' },
      'ambiguous_credentials',
    ],
  ])('rejects %s', async (_, headers, slug) => {
    await expect(who(headers)).rejects.toEqual(problem(slug))
  })

  test('says both ways in where there are two, and what is wrong with a key sent as a token', async () => {
    const told = (slug: string, detail: unknown) => expect.objectContaining({ slug, detail })
    const both = { detail: expect.stringMatching(/X-API-KEY.*Bearer/) }
    await expect(who({}, getIncident.operation)).rejects.toEqual(told('unauthenticated', both))
    await expect(who({})).rejects.toEqual(told('unauthenticated', {}))
    const misplaced = { detail: expect.stringMatching(/API key.*X-API-KEY/) }
    await expect(who({ authorization: 'Bearer svc_live_abc_def' })).rejects.toEqual(told('invalid_token', misplaced))
  })

  // Nothing listens at SUPABASE_URL here: a database request would cause another problem.
  test.each(['', 'svc_live_abc_def', `svc_live_0123456789_${'a'.repeat(46)}`, `Bearer ${token}`])(
    'rejects the API key %j without a database request',
    async (sent) => {
      await expect(who({ 'x-api-key': sent }, getIncident.operation)).rejects.toEqual(problem('invalid_api_key'))
      const both = { authorization: `Bearer ${token}`, 'x-api-key': sent }
      await expect(who(both, getIncident.operation)).rejects.toEqual(problem('ambiguous_credentials'))
    },
  )

  test('ignores credentials for a public operation', async () => {
    const headers = { authorization: 'Bearer broken', 'x-api-key': 'broken' }
    await expect(who(headers, getHealth.operation)).resolves.toEqual({ kind: 'visitor', requestId: 'request-1' })
  })
})
