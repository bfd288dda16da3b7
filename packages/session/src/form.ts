import { type ErrorSlug, isErrorSlug } from '@salama/domain/shared'
import { type Handler, isForm, problemResponse, readText, requestIdOf } from '@salama/http'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { cookieName, setCookieHeader } from './cookies.ts'

// Forms that work without scripts: post, redirect, get.
//
// Without scripts a browser posts the form and shows the response, so it must be redirected to a page. If the form was
// rejected, that page shows the form again, with the problem and the entered values. These are stored in an HttpOnly
// cookie for ten minutes, never in the URL: URLs stay in the history of a phone that may be shared, and in logs. The
// URL has a random id, so that the cookie fills only this page and not the next form that is opened.

const MAX_AGE_S = 600

/** Browsers reject a cookie of more than 4 kB, name and attributes included. */
const MAX_LENGTH = 3_800

const SavedForm = z.object({
  mark: z.string(),
  code: z.custom<ErrorSlug>(isErrorSlug),
  paths: z.array(z.string()),
  values: z.record(z.string(), z.array(z.string())),
})

/** A rejected form: why, at which fields, and its values. */
export type SavedForm = Omit<z.infer<typeof SavedForm>, 'mark'>

/**
 * Wraps a handler of `route` that accepts forms: a form is answered with a redirect to `pageOf` (a path of this app)
 * with `?done=1` or `?again=<id>`, or to the handler's `location`; one from another site with a plain 403, so that
 * nobody gets a form that a stranger filled in. Fields in `unsaved` are typed again.
 */
export function withForm(handler: Handler, pageOf: PageOf, { unsaved = [] }: { unsaved?: string[] } = {}): Handler {
  const wrapped: Handler = async (request, context) => {
    if (!isForm(request)) return handler(request, context)
    const text = await readText(request).catch((error: unknown) => error)
    const response =
      typeof text === 'string'
        ? await handler(repeatable(request, text), context)
        : problemResponse(text, { requestId: requestIdOf(request), path: new URL(request.url).pathname })
    const sent = new URLSearchParams(typeof text === 'string' ? text : '')
    const page = pageOf(sent, new URL(request.url))
    const join = page.includes('?') ? '&' : '?'
    if (response.ok) {
      const next = response.headers.get('location') ?? `${page}${join}done=1`
      return leadTo(next, response, setCookieHeader('form', '', 0))
    }
    for (const name of unsaved) sent.delete(name)
    const saved = await savedForm(response, sent)
    if (saved.code === 'cross_site_request') return response
    return leadTo(`${page}${join}again=${saved.mark}`, response, setCookieHeader('form', encode(saved), MAX_AGE_S))
  }
  return Object.assign(wrapped, handler)
}

type PageOf = (sent: URLSearchParams, address: URL) => string

/** The same request with its body buffered, and accepting JSON, which is turned into a redirect here. */
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

/** The values that fit into a cookie: without the longest field if necessary. */
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
  for (const own of response.headers.getSetCookie()) headers.append('set-cookie', own)
  return new Response(null, { status: 303, headers })
}

/** The saved form that a page's URL refers to; null if there is none. */
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
