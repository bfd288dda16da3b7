import { expect, test } from 'vitest'
import { documented, faults } from './document.ts'
import { drift, type Exchange } from './drift.ts'

// The check must be able to fail.

const PATH = '/api/v1/vehicles/{identifier}'
const vehicle = {
  id: '0c000000-0000-4000-8000-000000000001',
  publicCode: 'V-7K3M9QXR',
  plate: 'KZZ 101D',
  fleetName: null,
  sacco: null,
  routes: [],
  capacity: 33,
  checkedAt: null,
  retiredAt: null,
}

function exchange(change: Partial<Exchange> & { type?: string; url?: string } = {}): Exchange {
  const { type = 'application/json', url = 'http://localhost/api/v1/vehicles/KZZ101D', ...rest } = change
  return {
    method: 'GET',
    path: PATH,
    params: { identifier: 'KZZ101D' },
    request: new Request(url),
    sent: undefined,
    status: 200,
    headers: new Headers({ 'content-type': type }),
    received: JSON.stringify(vehicle),
    ...rest,
  }
}

const problem = { type: '/errors/x', title: 'X', status: 404, code: 'not_found', instance: '/', requestId: 'r' }
const problemIs = (status: number, body: object = problem, more: Record<string, string> = {}) =>
  exchange({
    status,
    received: JSON.stringify(body),
    headers: new Headers({ 'content-type': 'application/problem+json', ...more }),
  })

test('accepts a documented response, and a problem with its own members', () => {
  expect(drift(exchange())).toEqual([])
  const missing = { ...problem, status: 403, code: 'scope_missing' }
  expect(drift(problemIs(403, { ...missing, scope: 'vehicles:read' }))).toEqual([])
})

test.each([
  [
    'a member that nobody declared',
    exchange({ received: JSON.stringify({ ...vehicle, ownerName: 'x' }) }),
    'ownerName',
  ],
  [
    'a nested one',
    exchange({ received: JSON.stringify({ ...vehicle, sacco: { id: vehicle.id, slug: 's', name: 'n', phone: 1 } }) }),
    'phone',
  ],
  ['a missing member', exchange({ received: '{}' }), 'required'],
  ['a wrong type', exchange({ received: JSON.stringify({ ...vehicle, capacity: '33' }) }), '/capacity'],
  ['an id that is none', exchange({ received: JSON.stringify({ ...vehicle, id: 'x' }) }), 'uuid'],
  ['another content type', exchange({ type: 'text/html' }), 'content type text/html'],
  ['a status that nobody declared', exchange({ status: 418 }), 'status 418'],
  ['a code that nobody declared', problemIs(404, { ...problem, code: 'lost' }), 'code lost'],
  ['a member that its code does not have', problemIs(404, { ...problem, scope: 'vehicles:read' }), 'scope'],
  ['a problem without what its code promises', problemIs(403, { ...problem, code: 'scope_missing' }), "'scope'"],
  ['a fault in a problem', problemIs(404, { code: 'not_found' }), 'required'],
  ['a 401 without a challenge', problemIs(401), 'www-authenticate'],
  [
    'a header that nobody knows',
    exchange({ headers: new Headers({ 'content-type': 'application/json', 'x-powered-by': 'x' }) }),
    'x-powered-by',
  ],
  [
    'a parameter that was taken and is not described',
    exchange({ url: 'http://localhost/api/v1/vehicles/x?debug=1' }),
    'debug',
  ],
  ['a path parameter out of bounds', exchange({ params: { identifier: 'x'.repeat(99) } }), 'identifier'],
  ['an address that is not described', exchange({ path: '/api/v1/secrets' }), 'not in the document'],
])('reports %s', (_, bad, words) => {
  expect(drift(bad).join('\n')).toContain(words)
})

test('checks a request body against its schema when it was accepted', () => {
  const post = { method: 'POST', path: '/api/v1/api-keys', params: {}, url: 'http://localhost/api/v1/api-keys' }
  const sent = JSON.stringify({ name: 'x', scopes: [], admin: true })
  expect(drift(exchange({ ...post, sent, status: 201 })).filter((fault) => fault.startsWith('taken'))).toHaveLength(2)
})

test('can validate with every schema of the document', () => {
  for (const op of documented.values())
    for (const reply of Object.values(op.responses))
      for (const { schema } of Object.values(reply.content ?? {})) expect(() => faults(schema, null)).not.toThrow()
})
