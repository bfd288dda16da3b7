import { withCachedReplies } from '@salama/domain/cached-reply'
import { DomainError, operation } from '@salama/domain/shared'
import { useCase } from '@salama/domain/use-case'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRoute, type RequestHead } from './index.ts'

// A quick reply equals that of the full handler, at a lower cost.

const readNote = withCachedReplies(
  useCase(
    operation({
      name: 'readNote',
      method: 'get',
      path: '/api/v1/notes/{id}',
      params: z.object({ id: z.string() }),
      query: z.object({ length: z.coerce.number().optional() }),
      tag: 'Test',
      summary: 's',
      description: 'd',
      access: { scope: 'incidents:read' },
      errors: [],
      reply: z.object({ id: z.string(), length: z.number() }),
      cache: { maxAgeS: 5 },
      examples: { reply: {} },
    }),
    async (_, { id, length = 0 }) => ({ id, length }),
  ),
  {
    read: async (_, { id, length = 0 }) =>
      id === 'elsewhere' ? null : { etag: `W/"${id}"`, json: () => JSON.stringify({ id, length }) },
  },
)

const key = { kind: 'apiKey', keyId: 'key', ownerId: 'owner' } as const
const callerOf = async ({ headers }: RequestHead, _: unknown, requestId: string) => {
  const sent = headers.get('x-api-key')
  if (sent === null) throw new DomainError('unauthenticated')
  if (sent === 'guessed') throw new DomainError('invalid_api_key')
  return { ...key, scopes: sent === 'narrow' ? [] : (['incidents:read'] as const), requestId, sent }
}
const resolve = async (...args: Parameters<typeof callerOf>) => {
  const { sent, scopes, ...caller } = await callerOf(...args)
  return { ...caller, scopes: [...scopes] }
}
const { GET, HEAD, POST } = createRoute(resolve, { crossOrigin: true, callerOfHead: resolve })({ GET: readNote })

type Sent = Record<string, string>
const ofHead = (path: string, sent: Sent, method = 'GET'): RequestHead => ({
  method,
  url: path,
  headers: { get: (name) => sent[name] ?? null, has: (name) => name in sent },
})
const plain = <Sent extends { headers: Iterable<[string, string]> }>(reply: Sent) => ({
  ...reply,
  // Both replies are counted against the same limit, so their remaining counts differ.
  headers: Object.fromEntries([...reply.headers].map(([name, value]) => [name, value.replace(/r=\d+;t=\d+/g, 'r;t')])),
})
const quickly = (path: string, sent: Sent, id: string) => GET.quick?.(ofHead(path, sent), { id })
const usually = (path: string, sent: Sent, id: string) =>
  GET.reply(new Request(`http://localhost${path}`, { headers: sent }), { params: Promise.resolve({ id }) })

const id = { 'x-request-id': 'request-1' }
test.each<[string, number, string, Sent]>([
  ['what is in memory', 200, '/api/v1/notes/a?length=3', { 'x-api-key': 'good', origin: 'https://elsewhere.example' }],
  ['what the client has', 304, '/api/v1/notes/a', { 'x-api-key': 'good', 'if-none-match': 'W/"a"' }],
  ['no credential', 401, '/api/v1/notes/a', {}],
  ['a key that was guessed', 401, '/api/v1/notes/a', { 'x-api-key': 'guessed' }],
  ['a key without the scope', 403, '/api/v1/notes/a', { 'x-api-key': 'narrow' }],
  ['another format', 406, '/api/v1/notes/a', { 'x-api-key': 'good', accept: 'text/html' }],
])('gives the same reply to %s as the full handler', async (_, status, path, sent) => {
  const quick = await quickly(path, { ...id, ...sent }, 'a')
  expect(quick?.status).toBe(status)
  // Twice: the second time the input is cached.
  for (const reply of [quick, await quickly(path, { ...id, ...sent }, 'a')])
    expect(reply && plain(reply)).toEqual(plain(await usually(path, { ...id, ...sent }, 'a')))
})

test.each([
  ['of what is not in memory', '/api/v1/notes/elsewhere', 'elsewhere'],
  ['with an invalid input', '/api/v1/notes/a?length=many', 'a'],
  ['with an unknown parameter', '/api/v1/notes/a?lenght=3', 'a'],
])('leaves a request %s to the full handler, and does not count it', async (_, path, note) => {
  const left = async () => (await usually('/api/v1/notes/a', { 'x-api-key': 'good' }, 'a')).headers.get('ratelimit')
  const of = (header: string | null | undefined) => Number(/r=(\d+)/.exec(header ?? '')?.[1])
  const before = of(await left())
  expect(await quickly(path, { 'x-api-key': 'good' }, note)).toBeNull()
  expect(of(await left())).toBe(before - 1)
})

test('refuses over the limit', async () => {
  const statuses = new Set<number | undefined>()
  for (let n = 0; n < 130; n++) statuses.add((await quickly('/api/v1/notes/a', { 'x-api-key': 'good' }, 'a'))?.status)
  expect([...statuses]).toEqual([200, 429])
})

test('is there for GET and HEAD, and not for methods without a use case', () => {
  expect([GET.quick, HEAD.quick, POST.quick].map((quick) => typeof quick)).toEqual([
    'function',
    'function',
    'undefined',
  ])
})
