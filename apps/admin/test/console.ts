import { cookieOf } from '@salama/session/testing'
import { type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
type Ask = {
  as?: PersonName | null
  params?: Record<string, string>
  query?: string
  body?: object | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export type Console = Awaited<ReturnType<typeof openConsole>>

/** The console's own routes in this process, over an embedded Supabase with the seed data. */
export async function openConsole() {
  const stack: Stack = await startStack({ apps: [] })
  startWith(stack.env('admin'))
  return {
    stack,
    /** A request as a console page sends it; by the admin unless somebody else is named. */
    async call(
      handler: Handler,
      method: string,
      { as = 'dalmas', params = {}, query = '', body, headers = {} }: Ask = {},
    ) {
      const origin = stack.addresses.admin
      const isFile = body instanceof Uint8Array
      const response = await handler(
        new Request(`${origin}/api/console${query}`, {
          method,
          headers: {
            origin,
            'sec-fetch-site': 'same-origin',
            ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
            ...(as && { cookie: await cookieOf(await signIn(stack.supabase, as)) }),
            ...headers,
          },
          ...(body && { body: isFile ? body : JSON.stringify(body) }),
        }),
        { params: Promise.resolve(params) },
      )
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    },
  }
}
