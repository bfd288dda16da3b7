import { cookieOf } from '@salama/session/testing'
import { type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DELETE, GET, POST } from '../app/api/saccos/[id]/aliases/route.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ apps: [] })
  startWith(stack.env('admin'))
})
afterAll(() => stack.close())

async function call(
  handler: typeof GET,
  method: string,
  as: PersonName | null,
  { query = '', body = {}, headers = {} } = {},
) {
  const origin = stack.addresses.admin
  const request = new Request(`${origin}/api/saccos/tausi-demo/aliases${query}`, {
    method,
    headers: {
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...(as && { cookie: await cookieOf(await signIn(stack.supabase, as)) }),
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  const response = await handler(request, { params: Promise.resolve({ id: 'tausi-demo' }) })
  return { status: response.status, body: await response.json() }
}

const list = async (as: PersonName = 'dalmas') => (await call(GET, 'GET', as)).body.aliases

test('adds, lists and removes an alias of a sacco', async () => {
  expect(await list()).toEqual(['Peacock', 'TDS'])
  const given = await call(POST, 'POST', 'dalmas', { body: { alias: 'Mkia' } })
  expect(given).toMatchObject({
    status: 200,
    body: { sacco: { slug: 'tausi-demo' }, aliases: ['Mkia', 'Peacock', 'TDS'] },
  })
  expect(await call(DELETE, 'DELETE', 'dalmas', { query: '?alias=MKIA' })).toMatchObject({ status: 200 })
  expect(await list()).toEqual(['Peacock', 'TDS'])
})

test('rejects an alias of another sacco and names that sacco', async () => {
  expect(await call(POST, 'POST', 'dalmas', { body: { alias: 'zebra' } })).toMatchObject({
    status: 409,
    body: { code: 'alias_taken', sacco: { slug: 'pundamilia-demo' } },
  })
})

test.each([
  [null, 401, 'unauthenticated'],
  ['eve', 403, 'role_required'],
  ['chebet', 403, 'role_required'],
] as const)('%s cannot read or change aliases', async (person, status, code) => {
  for (const [handler, method, more] of [
    [GET, 'GET', {}],
    [POST, 'POST', { body: { alias: 'Mkia' } }],
    [DELETE, 'DELETE', { query: '?alias=TDS' }],
  ] as const)
    expect(await call(handler, method, person, more)).toMatchObject({ status, body: { code } })
  expect(await list()).toEqual(['Peacock', 'TDS'])
})

test('rejects a cross-site change of aliases', async () => {
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  expect(await call(POST, 'POST', 'dalmas', { body: { alias: 'Mkia' }, headers })).toMatchObject({
    status: 403,
    body: { code: 'cross_site_request' },
  })
})
