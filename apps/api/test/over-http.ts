import type { AddressInfo } from 'node:net'
import { type Endpoints, handlerOf, toResponse } from '@salama/http'

// The API over real HTTP, in this process: the server of the app over the same route files. What its transport adds
// is taken off, so that a response can be compared with the one that the route handler returned.

/** Response headers of HTTP itself. The server adds them; they are not part of the API. */
export const TRANSPORT = ['connection', 'content-encoding', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** Correlates a request with what its handler returned. */
const NUMBER = 'x-test-number'

type Sent = { method: string; headers: Headers; text: string | undefined }
export type Received = { status: number; headers: Headers; text: string }

export type OverHttp = {
  /** For programs that are processes of their own: what they send is compared with nothing. */
  url: string
  /**
   * Sends a request.
   *
   * @throws when the response differs from what the route handler returned, or the handler got another request
   */
  send: (address: string, sent: Sent) => Promise<Received>
  close: () => Promise<void>
}

/** Serves the route files. Settings must be in the environment before. */
export async function serveOverHttp(): Promise<OverHttp> {
  const { createServer } = await import('@salama/http/server')
  const { apiAhead } = await import('../src/http-server/api-ahead.ts')
  const { loadRoutes } = await import('../src/http-server/routes.ts')
  const returned = new Map<string, Promise<Received> | Received>()
  const recorded = ({ reply }: Endpoints['GET']) =>
    handlerOf(async (...sent: Parameters<typeof reply>) => {
      const made = await reply(...sent)
      const [request] = sent
      if (made.body instanceof ReadableStream) {
        const [seen, body] = made.body.tee()
        returned.set(request.headers.get(NUMBER) ?? '', receivedFrom(toResponse({ ...made, body: seen }, request)))
        return { ...made, body }
      }
      returned.set(request.headers.get(NUMBER) ?? '', receivedFrom(toResponse(made, request)))
      return made
    })
  const routes = (await loadRoutes()).map(([path, endpoints]) => {
    const all = Object.entries(endpoints).map(([method, endpoint]) => [
      method,
      Object.assign(recorded(endpoint), endpoint.operation && { operation: endpoint.operation }),
    ])
    return [path, Object.fromEntries(all) as Endpoints] as const // the same methods
  })
  const server = createServer({
    api: apiAhead(routes),
    pages: (request, response) => {
      response.writeHead(599).end(`${request.method} ${request.url} was passed on to Next`)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  let count = 0

  const url = `http://127.0.0.1:${port}`

  return {
    url,
    send: async (address, { method, headers, text }) => {
      const number = String(++count)
      const withNumber = new Headers(headers)
      withNumber.set(NUMBER, number)
      const body = text === undefined ? {} : { body: text }
      const response = await fetch(new URL(address, url), {
        method,
        headers: withNumber,
        redirect: 'manual',
        ...body,
      })
      const received = withoutTransport(await receivedFrom(response))
      const expected = await returned.get(number)
      returned.delete(number)
      if (expected) {
        const faults = differences(expected, received)
        if (faults.length > 0) throw new Error([`${method} ${address} over HTTP`, ...faults].join('\n  '))
      }
      return received
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const receivedFrom = async (response: Response): Promise<Received> => ({
  status: response.status,
  headers: new Headers(response.headers),
  text: await response.text(),
})

function withoutTransport({ headers, ...rest }: Received): Received {
  const own = new Headers([...headers].filter(([name]) => !TRANSPORT.includes(name)))
  const vary = (headers.get('vary') ?? '').split(', ').filter((name) => name !== 'accept-encoding')
  own.set('vary', vary.join(', '))
  if (vary.length === 0) own.delete('vary')
  return { ...rest, headers: own }
}

/** What differs each time that the same request is sent: its id, what is left of a limit, and the time. */
const PER_REQUEST = {
  headers: ['x-request-id', 'ratelimit', 'retry-after'],
  members: ['requestId', 'retryAfterS', 'asOf', 'timestamp', 'exportedAt', 'lagS'],
}

/** A response without what differs when its request is sent again. */
export function repeatable({ status, headers, text }: Received): Received {
  const kept = [...headers].filter(([name]) => !PER_REQUEST.headers.includes(name))
  const isJson = headers.get('content-type')?.includes('json') === true && text !== ''
  if (headers.get('content-type') === 'application/x-protobuf') return { status, headers: new Headers(kept), text: '' }
  return { status, headers: new Headers(kept), text: isJson ? JSON.stringify(JSON.parse(text, timeless)) : text }
}

const timeless = (name: string, value: unknown) => (PER_REQUEST.members.includes(name) ? undefined : value)

const CHANGING: Record<string, RegExp> = { etag: /^W\//, 'content-security-policy': /(?<='nonce-)[^']*/ }

/** A header as it was made: compression weakens an ETag, nonces are new. A cookie's `Expires` is `Max-Age` from now. */
const untouched = ({ headers }: Received, name: string) =>
  headers.get(name)?.replace(CHANGING[name] ?? /(?<=; )Expires=[^;]*; /i, '')

/** Where two responses to the same request differ; empty when they agree. */
export function differences(expected: Received, received: Received): string[] {
  const faults: string[] = []
  const compare = (what: string, wanted: unknown, got: unknown) => {
    if (wanted !== got) faults.push(`${what}: ${String(got).slice(0, 300)} instead of ${String(wanted).slice(0, 300)}`)
  }
  const names = new Set([...expected.headers.keys(), ...received.headers.keys()])
  compare('status', expected.status, received.status)
  for (const name of names)
    if (!TRANSPORT.includes(name)) compare(name, untouched(expected, name), untouched(received, name))
  compare('body', expected.text, received.text)
  return faults
}
