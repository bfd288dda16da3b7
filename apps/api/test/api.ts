import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteHandlers } from '@salama/http'
import { CAST, PASSWORD, type PersonName } from '@salama/testing'
import { type Stack, startStack } from '@salama/testing/stack'
import { startWith } from './env.ts'

const ROOT = join(import.meta.dirname, '../app')

/** Every route file under /api/v1, by the path that it serves: `{id}` where the folder is `[id]`. */
export const routeFiles = (): Record<string, string> =>
  Object.fromEntries(
    globSync('api/v1/**/route.ts', { cwd: ROOT })
      .filter((file) => !file.includes('[...'))
      .map((file) => [`/${file.replace('/route.ts', '').replace(/\[(\w+)\]/g, '{$1}')}`, join(ROOT, file)]),
  )

export type Api = {
  stack: Stack
  /** Runs the route that serves an address, in this process, with a real database behind it. */
  call: (method: keyof RouteHandlers, address: string, options?: CallOptions) => Promise<Response>
  /** A fresh access token from Auth. */
  tokenOf: (person: PersonName) => Promise<string>
  close: () => Promise<void>
}
type CallOptions = { as?: PersonName; token?: string; body?: unknown; headers?: Record<string, string> }

/** The API's own routes over an embedded Supabase with the demo in it. */
export async function openApi(): Promise<Api> {
  const stack = await startStack({ apps: [] })
  startWith(stack.env('api'))
  const files = Object.entries(routeFiles())
  const tokens = new Map<PersonName, Promise<string>>()
  const tokenOf = (person: PersonName) => signIn(stack, person)

  return {
    stack,
    tokenOf,
    close: stack.close,
    call: async (method, address, { as, token, body, headers = {} } = {}) => {
      const url = new URL(address, 'http://localhost')
      const [path, file] =
        files
          .toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
          .find(([pattern]) => matchPath(pattern, url.pathname)) ?? []
      if (path === undefined || file === undefined) throw new Error(`No route for ${address}`)
      if (as !== undefined && !tokens.has(as)) tokens.set(as, tokenOf(as))
      const bearer = token ?? (as && (await tokens.get(as)))
      const request = new Request(url, {
        method,
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const handlers: RouteHandlers = await import(file)
      return handlers[method](request, { params: Promise.resolve(matchPath(path, url.pathname) ?? {}) })
    },
  }
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const source = pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${source}$`).exec(path) ?? undefined
  return match && Object.fromEntries(Object.entries(match.groups ?? {}).map(([k, v]) => [k, decodeURIComponent(v)]))
}

async function signIn(stack: Stack, person: PersonName): Promise<string> {
  const response = await fetch(`${stack.supabase.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.supabase.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: CAST[person].email, password: PASSWORD }),
  })
  const reply: { access_token: string } = await response.json()
  return reply.access_token
}
