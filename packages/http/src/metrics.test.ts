import { createServer as createHttpServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getVehicle } from '@salama/domain/vehicles'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRoute, notFoundHandlers } from './index.ts'
import { serveMetrics } from './metrics.ts'
import { createServer } from './server.ts'
import { watch } from './watch.ts'

const PLATE = 'KDA 999Z'
const open = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // it listens on a port
}
const database = createHttpServer((_, response) => response.writeHead(500).end('{"code":"22012"}'))
const pages = createServer({ pages: (_, response) => response.end() })
let [port, page] = [0, 0]
beforeAll(async () => {
  vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${await open(database)}`)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'publishable')
  vi.stubEnv('SERVER_TOKEN', 'token')
  vi.stubEnv('SALAMA_COMMIT', '0123456789abcdef0123456789abcdef01234567')
  page = await open(pages)
  port = (await serveMetrics({ process: 'rider', port: 0, host: '127.0.0.1' })) ?? 0
})
afterAll(() => {
  vi.unstubAllEnvs()
  for (const each of [database, pages]) {
    each.closeAllConnections()
    each.close()
  }
})
const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

const visitor = async (_request: Request, _op: unknown, requestId: string) => ({ kind: 'visitor', requestId }) as const
const routes = createRoute(visitor)({ GET: getVehicle })
const url = `http://localhost/api/vehicles/${encodeURIComponent(PLATE)}?lat=-1.28127&mail=amina@salama.test`
const context = (params: Record<string, string>) => ({ params: Promise.resolve(params) })

test('counts requests by operation and status, pages, refusals and calls of the database, and names nothing that a client sent', async () => {
  await routes.GET(new Request(url.split('?', 1)[0] ?? ''), context({ identifier: PLATE }))
  await routes.POST(new Request(url, { method: 'POST' }), context({ identifier: PLATE }))
  await notFoundHandlers().GET(new Request(url), context({}))
  await fetch(`http://127.0.0.1:${page}/en/v/KDA999Z?from=amina@salama.test`)
  await new Promise((resolve) => send({ port: page, path: '/en/v/KDA999Z', method: 'PROPFIND' }, resolve).end())
  const text = await read()
  for (const line of [
    'salama_requests_total{operation="getVehicle",status="500",process="rider"} 1',
    'salama_requests_total{operation="POST",status="405",process="rider"} 1',
    'salama_requests_total{operation="notFound",status="404",process="rider"} 1',
    'salama_requests_total{operation="page",status="200",process="rider"} 1',
    'salama_requests_total{operation="unknownMethod",status="405",process="rider"} 1',
    'salama_rpcs_total{function="get_vehicle_profile",status="500",process="rider"} 1',
    'salama_request_seconds_count{process="rider",operation="getVehicle"} 1',
    'salama_rpc_seconds_count{process="rider",function="get_vehicle_profile"} 1',
  ])
    expect(text).toContain(line)
  expect(text).toMatch(/salama_info\{version="\d+\.\d+\.\d+[^"+]*\+0123456789ab",process="rider"\} 1/)
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds/m)
  expect(text).not.toMatch(/KDA|999Z|1\.28|amina|localhost|PROPFIND/)
  const names = [...text.matchAll(/(?:operation|function|task)="([^"]*)"/g)].map(([, name]) => name)
  const ours = ['getVehicle', 'POST', 'notFound', 'page', 'unknownMethod', 'get_vehicle_profile']
  expect([...new Set(names)].toSorted()).toEqual(ours.toSorted())
})

test('the port of metrics answers nothing else, and the port of the public has no metrics', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect(await (await fetch(`http://127.0.0.1:${page}/metrics`)).text()).toBe('')
})

test('a port that is taken stops nothing, and without one nothing is served', async () => {
  expect(await serveMetrics({ process: 'rider', port, host: '127.0.0.1' })).toBeNull()
  vi.stubEnv('METRICS_PORT', '')
  await expect(watch()).resolves.toBeUndefined()
})
