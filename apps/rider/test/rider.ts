import type { Handler, RouteHandlers } from '@salama/http'
import { cookieOf } from '@salama/session/testing'
import { type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'

export type Rider = {
  stack: Stack
  /** Sends a request to the app's handlers as a same-site page would. */
  send: (handlers: RouteHandlers, address: string, init?: Sent) => Promise<Response>
  close: () => Promise<void>
}
type Sent = {
  as?: PersonName
  json?: unknown
  form?: URLSearchParams
  file?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Default: POST with a body, else GET. */
  method?: 'DELETE' | 'PUT'
  params?: Record<string, string>
}

/** The rider app's own routes, in this process, over an embedded Supabase with the seed data. */
export async function openRider(): Promise<Rider> {
  const stack = await startStack({ apps: [] })
  startWith(stack.env('rider'))
  const cookies = new Map<PersonName, Promise<string>>()

  return {
    stack,
    close: stack.close,
    send: async (handlers, address, { as, json, form, file, headers, method, params = {} } = {}) => {
      if (as !== undefined && !cookies.has(as)) cookies.set(as, signIn(stack.supabase, as).then(cookieOf))
      const body = file ?? form?.toString() ?? (json === undefined ? undefined : JSON.stringify(json))
      const request = new Request(new URL(address, stack.addresses.rider), {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(as !== undefined && { cookie: (await cookies.get(as)) ?? '' }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      })
      const handler: Handler = handlers[method ?? (body === undefined ? 'GET' : 'POST')]
      return handler(request, { params: Promise.resolve(params) })
    },
  }
}
