import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteHandlers } from '@salama/http'
import { type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack } from '@salama/testing/stack'
import { drift } from './drift.ts'
import { startWith } from './env.ts'

const ROOT = join(import.meta.dirname, '../app')

/** Every route file under /api/v1, by its path: `{id}` where the folder is `[id]`. */
export const routeFiles = (): Record<string, string> =>
  Object.fromEntries(
    globSync('api/v1/**/route.ts', { cwd: ROOT })
      .filter((file) => !file.includes('[...'))
      .map((file) => [`/${file.replace('/route.ts', '').replace(/\[(\w+)\]/g, '{$1}')}`, join(ROOT, file)]),
  )

export type Api = {
  stack: Stack
  /**
   * Runs the route of a URL in this process, with a real database.
   *
   * @throws when the response, or an accepted request, does not match openapi.json
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

/** For tests with many requests: logs internal errors only, and raises the rate limits out of reach. */
const PATIENT = { LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000000' }

/** The API's own routes over an embedded Supabase with the seed data. `settings` override the defaults for tests. */
export async function openApi(settings: Record<string, string> = {}): Promise<Api> {
  const stack = await startStack({ apps: [] })
  startWith({ ...stack.env('api'), ...PATIENT, ...settings })
  const files = Object.entries(routeFiles()).toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
  const tokens = new Map<PersonName, Promise<string>>()
  const tokenOf = async (person: PersonName) => (await signIn(stack.supabase, person)).accessToken
  const serve = async (request: Request, text: string | undefined) => {
    const { pathname } = new URL(request.url)
    const [path, file] = files.find(([pattern]) => matchPath(pattern, pathname)) ?? []
    if (path === undefined || file === undefined) throw new Error(`No route for ${pathname}`)
    const handlers: RouteHandlers = await import(file)
    const params = matchPath(path, pathname) ?? {}
    const handler = handlers[request.method as keyof RouteHandlers] // `call` accepts no other method
    const response = await handler(request, { params: Promise.resolve(params) })
    const { status, headers } = response
    const received = await response.clone().text()
    const found = drift({ method: request.method, path, params, request, sent: text, status, headers, received })
    if (found.length > 0) throw new Error([`${request.method} ${request.url}: ${status}`, ...found].join('\n  '))
    return response
  }

  return {
    stack,
    tokenOf,
    close: stack.close,
    call: async (method, address, { as, token, body, text = textOf(body), headers = {} } = {}) => {
      if (as !== undefined && !tokens.has(as)) tokens.set(as, tokenOf(as))
      const bearer = token ?? (as && (await tokens.get(as)))
      const request = new Request(new URL(address, 'http://localhost'), {
        method,
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(text !== undefined && { body: text }),
      })
      return serve(request, text)
    },
  }
}

const textOf = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body))

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const source = pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${source}$`).exec(path) ?? undefined
  return match && Object.fromEntries(Object.entries(match.groups ?? {}).map(([k, v]) => [k, decodeURIComponent(v)]))
}
