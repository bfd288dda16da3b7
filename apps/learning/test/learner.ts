import type { Handler, RouteHandlers } from '@salama/http'
import { cookieOf } from '@salama/session/testing'
import { type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'

type Sent = {
  as?: PersonName
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  method?: 'PUT'
  params?: Record<string, string>
}

/** The learning app's own routes, in this process, over an embedded Supabase with the seed data. */
export async function openLearner(): Promise<{
  stack: Stack
  /** Sends a request to the app's handlers as a same-site page would. */
  send: (handlers: Partial<RouteHandlers>, address: string, init?: Sent) => Promise<Response>
}> {
  const stack = await startStack({ apps: [] })
  startWith(stack.env('learning'))
  const cookies = new Map<PersonName, Promise<string>>()
  return {
    stack,
    send: async (handlers, address, { as, json, form, headers, method, params = {} } = {}) => {
      if (as !== undefined && !cookies.has(as)) cookies.set(as, signIn(stack.supabase, as).then(cookieOf))
      const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json)
      const used = method ?? (body === undefined ? 'GET' : 'POST')
      const handler: Handler | undefined = handlers[used]
      if (!handler) throw new Error(`No handler for ${used}`)
      const request = new Request(new URL(address, stack.addresses.learning), {
        method: used,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(as !== undefined && { cookie: (await cookies.get(as)) ?? '' }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      })
      return handler(request, { params: Promise.resolve(params) })
    },
  }
}
