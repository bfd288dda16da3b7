import { type ErrorSlug, type FieldProblem, inApp, type Operation } from '@salama/domain/shared'
import { idSent } from '@salama/http/call'
import { vi } from 'vitest'
import type { z } from 'zod'

/**
 * What a component test has in place of its app's server: answers at `fetch`, the edge of the page. Every answer is
 * parsed by the operation's contract, so that a test cannot rest on a reply that no server gives. The example of an answer
 * to a write names the id that was sent, as the server's does. A request that nobody answers is printed, and lost.
 */

/** An operation of the contract. */
type Op = Pick<Operation, 'method' | 'path' | 'inApp' | 'examples'> & {
  reply: z.ZodType
  params?: z.ZodType | undefined
  body?: z.ZodType
}

export type Sent = {
  /** Without the origin. */
  url: URL
  params: Record<string, string>
  body: unknown
  headers: Headers
}
type Answer = (sent: Sent) => Response | Promise<Response>
type Route = { method: string; pattern: RegExp; answer: Answer; sent: Sent[] }

/** The path at which an app serves an operation. */
const appPath = (path: string) => path.replace(/^\/api\/v1\/(?:(?:admin|learning|surveyor)\/)?/, '/api/')
const endpointOf = (op: Pick<Op, 'method' | 'path' | 'inApp'>) => {
  const { method, path } = inApp(op)
  return { method: method.toUpperCase(), path: appPath(path) }
}
const keyOf = (op: Pick<Op, 'method' | 'path' | 'inApp'>) => Object.values(endpointOf(op)).join(' ')

/** Also what a contract declares as examples, which are constants. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T
type ReplyTo<O extends Op> = Frozen<z.input<O['reply']>>

const open = new Set<AbortController>()

/** After a test: what its page still waits for, or asks for later, gets no answer. */
export function closeServers(): void {
  for (const server of open) server.abort()
  open.clear()
}

export type FakeServer = ReturnType<typeof fakeServer>

export function fakeServer() {
  const routes = new Map<string, Route>()
  const closed = new AbortController()
  open.add(closed)
  let isOffline = false

  const set = (op: Pick<Op, 'method' | 'path' | 'inApp'>, answer: Answer) => {
    const key = keyOf(op)
    const { method, ...endpoint } = endpointOf(op)
    const path = endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const sent = routes.get(key)?.sent ?? []
    routes.set(key, { method, pattern: new RegExp(`^${path}$`), answer, sent })
  }

  async function respond(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const request = input instanceof Request ? input : null
    const url = new URL(request?.url ?? String(input), 'http://app.test')
    const method = (init.method ?? request?.method ?? 'GET').toUpperCase()
    if (isOffline || closed.signal.aborted) throw new TypeError('Failed to fetch')
    const route = [...routes.values()].find((each) => each.method === method && each.pattern.test(url.pathname))
    if (!route) {
      console.error(`Nobody answers ${method} ${url.pathname}`)
      throw new TypeError('Failed to fetch')
    }
    const body = init.body ?? null
    const sent: Sent = {
      url,
      params: { ...route.pattern.exec(url.pathname)?.groups },
      body: typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : body,
      headers: new Headers(init.headers ?? request?.headers),
    }
    route.sent.push(sent)
    return Promise.race([route.answer(sent), aborted(closed.signal), ...(init.signal ? [aborted(init.signal)] : [])])
  }
  vi.stubGlobal('fetch', respond)

  return {
    /** Answers an operation from now on. */
    answer<O extends Op>(op: O, reply: ReplyTo<O>): void {
      const parsed = op.reply.parse(reply)
      set(op, (sent) => jsonOf(naming(op, sent, parsed)))
    },
    /** The same with a reply that depends on the request. */
    answerBy<O extends Op>(op: O, replyTo: (sent: Sent) => ReplyTo<O>): void {
      set(op, (sent) => jsonOf(naming(op, sent, op.reply.parse(replyTo(sent)))))
    },
    /** Answers it with a problem. */
    refuse(
      op: Op,
      code: ErrorSlug,
      {
        status = 422,
        errors = [],
        ...more
      }: { status?: number; errors?: FieldProblem[]; [name: string]: unknown } = {},
    ): void {
      set(op, () => Response.json({ code, status, errors, ...more }, { status }))
    },
    /** It is executed, but its answer does not arrive. */
    lose(op: Op): void {
      set(op, () => Promise.reject(new TypeError('Failed to fetch')))
    },
    /** Its answer waits until the returned function is called. */
    hold<O extends Op>(op: O, reply: ReplyTo<O>): () => void {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      set(op, (sent) => released.then(() => jsonOf(naming(op, sent, op.reply.parse(reply)))))
      return release
    },
    /** Who is signed in, by next-auth's endpoint; null: nobody. */
    signedIn(name: string | null): void {
      const user = name === null ? {} : { user: { email: `${name}@salama.test` } }
      set({ method: 'get', path: '/api/auth/session' }, () => Response.json(user))
    },
    /** Answers what is no operation, such as a file. */
    serve(method: Operation['method'], path: `/${string}`, answer: Answer): void {
      set({ method, path }, answer)
    },
    /** No request arrives. */
    set isOffline(value: boolean) {
      isOffline = value
    },
    /** The requests of an operation that arrived, first one first. */
    sent: (op: Pick<Op, 'method' | 'path' | 'inApp'>): readonly Sent[] => routes.get(keyOf(op))?.sent ?? [],
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), { once: true }),
  )

/** A reply with the id of the request in place of that of the operation's example. */
function naming({ method, examples }: Op, { params, url, body }: Sent, reply: unknown): unknown {
  const example = idSent(examples)
  const id = idSent({ params, query: Object.fromEntries(url.searchParams), body: Object(body) })
  if (method === 'get' || example === undefined || id === undefined) return reply
  return JSON.parse(JSON.stringify(reply).replaceAll(example, id))
}

const jsonOf = (reply: unknown) =>
  reply === undefined || reply === null ? new Response(null, { status: 204 }) : Response.json(reply)
