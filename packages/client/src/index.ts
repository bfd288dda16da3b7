import createFetchClient from 'openapi-fetch'
import type { components, paths } from './generated/api.ts'

// The API with types, for anything that speaks TypeScript. The types are generated from the published document, so a
// change of the contract that breaks a caller is seen when the caller is compiled, not on somebody's phone.
//
//   const api = createClient({ baseUrl: 'https://api.salama.test', token })
//   const { data, error } = await api.GET('/api/v1/incidents/nearby', { params: { query: { lat: -1.28, lng: 36.82 } } })
//   if (error) console.log(error.code, error.requestId)
//   else for (const incident of data.data) console.log(incident.category, incident.distanceM)
//   await api.POST('/api/v1/reports', { body: { id: crypto.randomUUID(), category: 'crash', place: { lat, lng } } })

type Schemas = components['schemas']

/** RFC 9457 problem details. Branch on `code`; it is permanent. */
export type Problem = Schemas['Problem']
export type { components, operations, paths } from './generated/api.ts'

/** An access token of a person, an API key of a system, or neither; never both. */
type Credential =
  | { token: string; apiKey?: never }
  | { apiKey: string; token?: never }
  | { token?: never; apiKey?: never }

export type ClientOptions = Credential & {
  /** Where the service is, without `/api/v1`. */
  baseUrl: string
  /** Instead of the platform's own, for example one that retries. */
  fetch?: (request: Request) => Promise<Response>
}

/** What answers are typed as: GeoJSON, which some operations answer too, only comes where `Accept` asks for it. */
type Media = 'application/json' | 'application/problem+json' | 'text/csv'

export type Client = ReturnType<typeof createFetchClient<paths, Media>>

/**
 * A client that throws nothing: `{ data, response }` or `{ error, response }`, and the error is a problem:
 * `unavailable` with an empty `requestId` where no readable answer came. A 304 is neither; see `response.status`.
 */
export function createClient({ baseUrl, token, apiKey, fetch = globalThis.fetch }: ClientOptions): Client {
  return createFetchClient<paths, Media>({
    baseUrl,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    },
    fetch: async (request) => readable(request, fetch),
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
