import { ApiError, CursorExpiredError, type Problem } from './errors.ts'
import type { components } from './generated/api.ts'
import type { Client } from './index.ts'
import { backoffMs, retryAfterS, sleep } from './retries.ts'

type Schemas = components['schemas']
type Incident = Schemas['Incident']
export type IncidentChange = Schemas['IncidentChange']

type Filters = Pick<Schemas['WebhookBody'], 'categories' | 'corridorId' | 'routeId' | 'bbox'>

export type WatchOptions = {
  /** Ends the iteration. */
  signal?: AbortSignal
  /** Where the last watch ended; without it everything of the last 30 days comes first. */
  cursor?: string | null
  /** As of a webhook: every one that is set has to match. An incident that came once comes on. */
  filters?: Filters
  /** Between two questions when nothing is left. */
  intervalS?: number
}

/** Apply the changes in order, then keep the cursor. */
export type Changes = { changes: IncidentChange[]; cursor: string }

/** Codes that pass by themselves. */
const PASSING = ['unavailable', 'internal', 'rate_limited']

/**
 * What changes among incidents, as long as one iterates. What fails for a moment is asked again, as late as the service
 * says.
 *
 * @throws {CursorExpiredError} begin anew
 * @throws {ApiError}
 */
export async function* watchChanges(
  api: Client,
  { signal, cursor = null, filters = {}, intervalS = 60 }: WatchOptions = {},
): AsyncGenerator<Changes, void, undefined> {
  const given = new Set<string>()
  for (let failures = 0; !signal?.aborted; ) {
    const query = { limit: 100, ...(cursor !== null && { cursor }) }
    const { data, error, response } = await api.GET('/api/v1/incidents/changes', {
      params: { query },
      ...(signal && { signal }),
    })
    if (signal?.aborted) return
    if (error) {
      if (isExpired(error)) throw new CursorExpiredError(error)
      if (!PASSING.includes(error.code)) throw new ApiError(error)
      await sleep(1000 * retryAfterS(response) + backoffMs(failures++), signal)
      continue
    }
    failures = 0
    const isNew = data.page.nextCursor !== cursor
    cursor = data.page.nextCursor
    if (isNew) yield { changes: data.data.filter((change) => isWanted(change, filters, given)), cursor }
    if (!data.more) await sleep(1000 * Math.max(intervalS, resetS(response)), signal)
  }
}

const isExpired = ({ status, errors }: Problem) =>
  status === 410 || (status === 422 && errors?.some(({ path }) => path === 'cursor') === true)

function isWanted(change: IncidentChange, filters: Filters, given: Set<string>): boolean {
  if (change.change === 'gone') return true // removing what one does not have does no harm
  if (!given.has(change.incidentId) && !matches(change.incident, filters)) return false
  given.add(change.incidentId)
  return true
}

function matches(incident: Incident, { categories, corridorId, routeId, bbox }: Filters) {
  const { category, corridor, routes, place } = incident
  const [west = -180, south = -90, east = 180, north = 90] = bbox ?? []
  return (
    (categories?.includes(category) ?? true) &&
    (corridorId === undefined || corridor?.id === corridorId || corridor?.slug === corridorId) &&
    (routeId === undefined || routes?.some(({ id }) => id === routeId)) &&
    place.lng >= west &&
    place.lng <= east &&
    place.lat >= south &&
    place.lat <= north
  )
}

/** The seconds until a limit that is used up begins anew. */
function resetS({ headers }: Response): number {
  const used = (headers.get('ratelimit') ?? '').split(',').filter((limit) => /;\s*r=0\b/.test(limit))
  return Math.max(0, ...used.map((limit) => Number(/;\s*t=(\d+)/.exec(limit)?.[1] ?? 0)))
}
