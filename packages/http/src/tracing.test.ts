import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { DomainError, operation } from '@salama/domain/shared'
import { currentTrace, inSpan, traceHeaders } from '@salama/domain/trace'
import { useCase } from '@salama/domain/use-case'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRoute } from './index.ts'
import { startTracing } from './tracing.ts'

const OtlpSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
  status: z.object({ code: z.number().optional() }),
})
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(OtlpSpan) })) })),
})

/** Runs `work` with a trace collector on loopback, and returns what it received. */
async function collected(work: () => Promise<void>) {
  const paths: string[] = []
  const bodies: unknown[] = []
  const collector = createServer(async (request, response) => {
    paths.push(request.url ?? '')
    bodies.push(await json(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  if (address === null || typeof address === 'string') throw new Error('The collector has no port')
  const stop = startTracing(`http://127.0.0.1:${address.port}`, 'salama-test')
  await work()
  await stop()
  await new Promise((resolve) => collector.close(resolve))
  const spans = bodies.flatMap((body) =>
    Export.parse(body).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  return { paths, bodies, spans }
}

const carried: string[] = []
const readNote = operation({
  name: 'readNote',
  method: 'get',
  path: '/api/v1/notes/{plate}',
  tag: 'Test',
  summary: 's',
  description: 'd',
  access: 'public',
  params: z.object({ plate: z.string() }),
  query: z.object({ lat: z.string() }),
  reply: z.object({}),
  errors: [],
  cache: 'no-store',
  examples: { reply: {} },
})
const { GET } = createRoute(async (_request, _op, requestId) => ({ kind: 'visitor', requestId }))({
  GET: useCase(readNote, async (_, { plate }) => {
    await inSpan({ name: 'rpc read_note', kind: 'client' }, async () => {
      const trace = currentTrace()
      if (trace) carried.push(traceHeaders(trace).traceparent ?? '')
    })
    if (plate === 'KDA999Z') throw new DomainError('unavailable')
    return {}
  }),
})
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const ask = (plate: string) =>
  GET(
    new Request(`http://localhost/api/v1/notes/${plate}?lat=-1.28127`, {
      headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, authorization: 'Bearer a.b.c' },
    }),
    { params: Promise.resolve({ plate }) },
  )

test('exports spans of the request and the database call in the caller’s trace, without any payload', async () => {
  const { paths, bodies, spans } = await collected(async () => {
    await ask('KDA123A')
    await ask('KDA999Z')
  })
  expect(new Set(paths)).toEqual(new Set(['/v1/traces']))
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
  const [request, failed] = spans.filter(({ name }) => name === 'readNote')
  const rpc = spans.find(({ name }) => name === 'rpc read_note')
  expect([request?.parentSpanId, rpc?.parentSpanId]).toEqual(['00f067aa0ba902b7', request?.spanId])
  expect(carried[0]).toBe(`00-${TRACE}-${rpc?.spanId}-01`)
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect([request?.status.code ?? 0, failed?.status.code]).toEqual([0, 2])
  const all = JSON.stringify(bodies)
  for (const sent of ['KDA', '-1.28', 'a.b.c', '/api/v1/notes/K']) expect(all).not.toContain(sent)
})
