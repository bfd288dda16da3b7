import { operations } from '@salama/domain/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { callOperation, knownIds, type Operation, ofEachKind } from './call-operation.ts'

let api: Api
let known: Awaited<ReturnType<typeof knownIds>>
let token: string
beforeAll(async () => {
  api = await openApi()
  known = await knownIds(api.stack)
  token = await api.tokenOf('dalmas')
  // The valid token is cached when the session ends.
  expect((await api.call('GET', '/api/v1/auth/me', { token })).status).toBe(200)
  const headers = { apikey: api.stack.supabase.publishableKey, authorization: `Bearer ${token}` }
  const ended = await fetch(`${api.stack.supabase.url}/auth/v1/logout?scope=local`, { method: 'POST', headers })
  expect(ended.status).toBe(204)
})
afterAll(() => api.close())

const takesTokens = ({ access }: Operation) => access !== 'public'

test.each(ofEachKind(operations.filter(takesTokens)).map((op) => [op.name, op] as const))(
  '%s rejects the token of an ended session at once',
  async (_, op) => {
    const response = await callOperation(api, op, known, { token })
    expect([response.status, (await response.json()).code]).toEqual([401, 'invalid_token'])
  },
)
