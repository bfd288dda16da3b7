import type { RouteHandlers } from '@salama/http'
import { type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'
import { routeFiles } from '../src/http-server/routes.ts'
import { drift } from './drift.ts'
import { IS_ALL } from './env.ts'
import { differences, type Received, receivedFrom, repeatable, serveOverHttp } from './over-http.ts'

export type Api = {
  stack: Stack
  /** Where the server listens, for other processes. */
  url: string
  /**
   * Sends a request over HTTP to the API's server in this process, with a real database.
   *
   * @throws when the response, or an accepted request, does not match openapi.json, or when the route handler returns
   *   something else for the same request
   */
  call: (method: keyof RouteHandlers, address: string, options?: CallOptions) => Promise<Response>
  /** A fresh access token from Auth. */
  tokenOf: (person: PersonName) => Promise<string>
  close: () => Promise<void>
}
export type CallOptions = {
  as?: PersonName
  token?: string
  body?: unknown
  /** A raw body instead of `body`. */
  text?: string
  headers?: Record<string, string>
}

/** For tests with many requests: raises the rate limits out of reach. */
const PATIENT = { RATE_LIMIT_SCALE: '1000000' }

/** Every refusal of these counts, so that the next one differs. */
const COUNTS_ATTEMPTS = ['/api/v1/me/second-factor/verify']

type Options = { settings?: Record<string, string>; isCompared?: boolean }

/**
 * The API over an embedded Supabase with the seed data. `settings` override the defaults for tests. With `isCompared`
 * nothing changes between two requests, and in `npm run test:all` every read and every refused request is repeated
 * without HTTP, and both responses must agree.
 */
export async function openApi({ settings = {}, isCompared = false }: Options = {}): Promise<Api> {
  const stack = await startStack({ apps: [] })
  startWith({ ...stack.env('api'), ...PATIENT, ...settings })
  const http = await serveOverHttp()
  const files = routeFiles().toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
  const tokens = new Map<PersonName, Promise<string>>()
  const tokenOf = async (person: PersonName) => (await signIn(stack.supabase, person)).accessToken
  const serve = async (address: string, method: keyof RouteHandlers, headers: Headers, text: string | undefined) => {
    const request = () =>
      new Request(new URL(address, 'http://localhost'), { method, headers, ...(text !== undefined && { body: text }) })
    const { pathname } = new URL(request().url)
    const [path, file] = files.find(([pattern]) => matchPath(pattern, pathname)) ?? []
    if (path === undefined || file === undefined) throw new Error(`No route for ${pathname}`)
    const params = matchPath(path, pathname) ?? {}
    const reply = await http.send(address, { method, headers, text })
    const found = drift({ method, path, params, request: request(), sent: text, ...reply, received: reply.text })
    if (isCompared && IS_ALL && !COUNTS_ATTEMPTS.includes(path) && (reply.status >= 400 || !CHANGES.has(method))) {
      const handlers: RouteHandlers = await import(file)
      const direct = await receivedFrom(await handlers[method](request(), { params: Promise.resolve(params) }))
      found.push(...differences(repeatable(direct), repeatable(reply)))
    }
    if (found.length > 0) throw new Error([`${method} ${address}: ${reply.status}`, ...found].join('\n  '))
    return responseOf(reply)
  }

  return {
    stack,
    url: http.url,
    tokenOf,
    close: async () => {
      await http.close()
      await stack.close()
    },
    call: async (method, address, { as, token, body, text = textOf(body), headers = {} } = {}) => {
      if (as !== undefined && !tokens.has(as)) tokens.set(as, tokenOf(as))
      const bearer = token ?? (as && (await tokens.get(as)))
      const sent = new Headers({
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      })
      return serve(address, method, sent, text)
    },
  }
}

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

const responseOf = ({ status, headers, text }: Received) => new Response(text === '' ? null : text, { status, headers })

const textOf = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body))

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const source = pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${source}$`).exec(path) ?? undefined
  return match && Object.fromEntries(Object.entries(match.groups ?? {}).map(([k, v]) => [k, decodeURIComponent(v)]))
}
