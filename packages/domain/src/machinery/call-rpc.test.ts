import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Responds as PostgREST does when PostgreSQL ended the transaction.
let code = ''
let message = 'deadlock detected'
let details: string | null = null
let inFront: string | undefined
const server = createServer((_, response) =>
  response
    .writeHead(inFront === undefined ? 500 : 503, { 'content-type': 'application/json' })
    .end(inFront ?? JSON.stringify({ code, message, details, hint: null })),
)
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'publishable')
  vi.stubEnv('SERVER_TOKEN', 'token')
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

test.each([
  ['40P01', { slug: 'unavailable', detail: { retryAfterS: 1 } }],
  ['40001', { slug: 'unavailable', detail: { retryAfterS: 1 } }],
  ...['55P03', '57014', '57P01', '53300', '08006', 'PGRST003'].map(
    (away) => [away, { slug: 'unavailable', detail: { retryAfterS: 2 } }] as const,
  ),
  ['22012', { slug: 'internal' }],
  ['55000', { slug: 'internal' }],
] as const)('maps a transaction that ended with %s to its problem', async (sqlState, problem) => {
  code = sqlState
  const { callRpc } = await import('./call-rpc.ts')
  await expect(callRpc({ kind: 'visitor', requestId: 'request-1' }, 'get_health', {})).rejects.toMatchObject(problem)
})

test.each([
  [{ path: 'from', code: 'out_of_range' }, 'from', 'out_of_range', 'Out of range.'],
  [{ path: 'note' }, 'note', 'invalid_value', 'Not an allowed value or format.'],
  [
    { errors: [{ path: 'place.stopId', code: 'unknown_stop' }] },
    'place.stopId',
    'unknown_stop',
    'The stop does not exist.',
  ],
])('returns the SQL detail of one value, %j, with its path, code and message', async (said, path, name, words) => {
  code = 'PT400'
  message = 'invalid_request'
  details = JSON.stringify(said)
  const { callRpc } = await import('./call-rpc.ts')
  await expect(callRpc({ kind: 'visitor', requestId: 'request-1' }, 'get_health', {})).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path, code: name, message: words }] },
  })
})

test.each(['{}', '{"message":"no upstream"}', '<html>Bad gateway</html>', '', '[]', '7'])(
  'returns unavailable when a gateway responds with %j instead of the database',
  async (body) => {
    inFront = body
    const { callRpc } = await import('./call-rpc.ts')
    const call = callRpc({ kind: 'visitor', requestId: 'request-1' }, 'get_health', {})
    await expect(call).rejects.toMatchObject({ slug: 'unavailable', detail: { retryAfterS: 2 } })
  },
)

test.each([
  [{ kind: 'user', token: 'of-amina', subject: 'amina', requestId: 'request-1' }, 'token_expired'],
  [{ kind: 'visitor', requestId: 'request-1' }, 'unavailable'],
] as const)('a refused token of %j is %s: that of our server is not the fault of a visitor', async (caller, slug) => {
  inFront = undefined
  code = 'PGRST301'
  const { callRpc } = await import('./call-rpc.ts')
  await expect(callRpc(caller, 'get_health', {})).rejects.toMatchObject({ slug })
})
