import createFetchClient from 'openapi-fetch'
import type { Problem } from './errors.ts'
import type { paths } from './generated/api.ts'
import { type Retries, withRetries } from './retries.ts'

// The API with types, for anything that speaks TypeScript. The types are generated from the published document, so a
// change of the contract that breaks a caller is seen when the caller is compiled, not on somebody's phone.
//
//   const api = createClient({ baseUrl: 'https://api.salama.test', token })
//   const { data, error } = await api.GET('/api/v1/incidents/nearby', { params: { query: { lat: -1.28, lng: 36.82 } } })
//   if (error) console.log(error.code, error.requestId)
//   else for (const incident of data.data) console.log(incident.category, incident.distanceM)
//   await api.POST('/api/v1/reports', { body: { id: crypto.randomUUID(), category: 'crash', place: { lat, lng } } })

export { ApiError, CursorExpiredError, type Problem } from './errors.ts'
export type { components, operations, paths } from './generated/api.ts'
export { type ListPath, list } from './list.ts'
export type { Retries } from './retries.ts'
export { type Changes, type IncidentChange, type WatchOptions, watchChanges } from './watch-changes.ts'
export { verifyWebhook, WebhookError, type WebhookMessage } from './webhooks.ts'

/** An access token of a person, an API key of a system, or neither; never both. */
type Credential =
  | { token: string; apiKey?: never }
  | { apiKey: string; token?: never }
  | { token?: never; apiKey?: never }

export type ClientOptions = Credential & {
  /** Where the service is, without `/api/v1`. */
  baseUrl: string
  /** Instead of the platform's own. */
  fetch?: (request: Request) => Promise<Response>
  /** What fails for a moment is sent again where that is safe, up to three times, as late as `Retry-After` says. */
  retries?: Retries
}

/** What answers are typed as: GeoJSON, which some operations answer too, only comes where `Accept` asks for it. */
type Media = 'application/json' | 'application/problem+json' | 'text/csv'

export type Client = ReturnType<typeof createFetchClient<paths, Media>>

/**
 * A client that throws nothing: `{ data, response }` or `{ error, response }`, and the error is a problem:
 * `unavailable` with an empty `requestId` where no readable answer came. A 304 is neither; see `response.status`.
 */
export function createClient({ baseUrl, token, apiKey, fetch = globalThis.fetch, retries }: ClientOptions): Client {
  return createFetchClient<paths, Media>({
    baseUrl,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    },
    fetch: withRetries((request) => readable(request, fetch), retries),
  })
}

/** The answer, whole and with a body that can be parsed, or a problem in its place. */
async function readable(request: Request, fetch: (request: Request) => Promise<Response>): Promise<Response> {
  const instance = new URL(request.url).pathname
  try {
    const answer = await fetch(request)
    const text = await answer.text()
    if (answer.status === 204 || request.method === 'HEAD') return answer
    if (answer.status === 304) return new Response(null, { status: 304, headers: answer.headers })
    if (text === '') return unavailable(instance, `${answer.status} without a body.`)
    const type = answer.headers.get('content-type') ?? ''
    if (type.startsWith('application/problem+json') || (answer.ok && !type.startsWith('text/csv'))) JSON.parse(text)
    else if (!answer.ok) return unavailable(instance, `${answer.status} of something that is not the service.`)
    return new Response(text, { status: answer.status, headers: answer.headers })
  } catch (error) {
    return unavailable(instance, error instanceof Error ? error.message : String(error))
  }
}

function unavailable(instance: string, detail: string): Response {
  const title = 'No readable answer arrived.'
  const problem: Problem = {
    type: '/errors/unavailable',
    title,
    status: 503,
    code: 'unavailable',
    detail,
    instance,
    requestId: '',
  }
  return Response.json(problem, { status: 503, headers: { 'content-type': 'application/problem+json' } })
}
