import { type ErrorSlug, isErrorSlug } from '@salama/domain/shared'
import { type Handler, isForm, problemResponse, readText, requestIdOf } from '@salama/http'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { cookieName, setCookieHeader } from './cookies.ts'

// Forms that work without a script: post, redirect, get.
//
// A browser without script posts the form and shows whatever comes back, so it must be led to a page. Where the form was
// refused that page is the form again, with the problem and with what was filled in. What was filled in travels in a
// cookie that no script can read and that lives ten minutes, never in the address: addresses stay in the history of a
// phone that may be shared, and in logs. The address carries a random mark, so that the cookie fills this one page and
// not the next form that is opened.

const MAX_AGE_S = 600

/** Browsers refuse a cookie of more than 4 kB, name and attributes included. */
const MAX_LENGTH = 3_800

const SavedForm = z.object({
  mark: z.string(),
  code: z.custom<ErrorSlug>(isErrorSlug),
  paths: z.array(z.string()),
  values: z.record(z.string(), z.array(z.string())),
})

/** A form that was refused: why, at which fields, and what was in it. */
export type SavedForm = Omit<z.infer<typeof SavedForm>, 'mark'>

/**
 * Wraps a handler of `route` whose operation takes forms: a form is answered with a redirect to `pageOf` (a path of this
 * app), with `?done=1` or with `?again=<mark>`; anything else is answered as ever. A form from another site stays a 403:
 * nobody is led to a form that a stranger has filled in.
 */
export function withForm(handler: Handler, pageOf: (sent: URLSearchParams, address: URL) => string): Handler {
  const wrapped: Handler = async (request, context) => {
    if (!isForm(request)) return handler(request, context)
    const text = await readText(request).catch((error: unknown) => error)
    const response =
      typeof text === 'string'
        ? await handler(repeatable(request, text), context)
        : problemResponse(text, { requestId: requestIdOf(request), path: new URL(request.url).pathname })
    const sent = new URLSearchParams(typeof text === 'string' ? text : '')
    const page = pageOf(sent, new URL(request.url))
    if (response.ok) return leadTo(`${page}?done=1`, response, setCookieHeader('form', '', 0))
    const saved = await savedForm(response, sent)
    if (saved.code === 'cross_site_request') return response
    return leadTo(`${page}?again=${saved.mark}`, response, setCookieHeader('form', encode(saved), MAX_AGE_S))
  }
  return Object.assign(wrapped, handler)
}

/** The same request with its body in hand, asking for the JSON that is turned into a redirect here. */
function repeatable(request: Request, body: string): Request {
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json')
  return new Request(request.url, { method: request.method, headers, body })
}

const Refusal = z.object({
  code: z.custom<ErrorSlug>(isErrorSlug),
  errors: z.array(z.object({ path: z.string() })).default([]),
})

async function savedForm(response: Response, sent: URLSearchParams): Promise<z.infer<typeof SavedForm>> {
  const { code, errors } = Refusal.parse(await response.clone().json())
  const values = Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]))
  return { mark: crypto.randomUUID(), code, paths: errors.map((error) => error.path), values }
}

/** As much as a cookie holds: if need be without the longest field. */
function encode(saved: z.infer<typeof SavedForm>): string {
  const text = Buffer.from(JSON.stringify(saved)).toString('base64url')
  if (text.length <= MAX_LENGTH) return text
  const [longest = ['']] = Object.entries(saved.values).toSorted(([, a], [, b]) => b.join().length - a.join().length)
  const values = Object.fromEntries(Object.entries(saved.values).filter(([name]) => name !== longest[0]))
  return Object.keys(saved.values).length === 0 ? '' : encode({ ...saved, values })
}

function leadTo(location: string, response: Response, cookie: string): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store', 'set-cookie': cookie })
  for (const name of ['x-request-id', 'x-content-type-options', 'referrer-policy', 'content-security-policy']) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(null, { status: 303, headers })
}

/** The form that the address of a page asks for again, for that page to fill in; null where there is none. */
export async function readSavedForm(again: unknown): Promise<SavedForm | null> {
  const cookie = (await cookies()).get(cookieName('form'))?.value
  return cookie === undefined ? null : decodeForm(cookie, again)
}

export function decodeForm(cookie: string, again: unknown): SavedForm | null {
  try {
    const { mark, ...saved } = SavedForm.parse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8')))
    return mark === again ? saved : null
  } catch {
    return null
  }
}
