import type { listSurveyorAssignments } from '@salama/domain/assignments/contract'
import type { listCollectionEntries } from '@salama/domain/collection-entries/contract'
import type { getFieldState } from '@salama/domain/field-state/contract'
import type { listMainStages } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'
import type { listFieldNames } from '@salama/domain/surveyor/contract'
import { CallError, type CallRequest, call, isTemporary, tryCall } from '@salama/http/call'
import { hasPassed } from '@salama/outbox/elapsed.ts'
import { SEND_TIMEOUT_MS } from '@salama/outbox/items.ts'
import { backoffMs } from '@salama/outbox/retry.ts'
import { fieldOutbox } from '@/outbox/field-outbox.ts'
import { changesBetween, withNewer } from './changes.ts'
import { fieldCacheOf, type Server } from './field-cache.ts'
import { refreshKnownVehicles } from './known-vehicles.ts'

// Fetches the state that a phone caches for offline use.

const PAGE = 100
const MAX_PAGES = 5

type Listed<Row> = { data: Row[]; page: { nextCursor: string | null } }

/** Fetches the remaining rows of a list after its first page. */
async function all<Row>(first: Listed<Row>, next: (page: { limit: number; cursor: string }) => Promise<Listed<Row>>) {
  const rows = [...first.data]
  let { nextCursor } = first.page
  for (let page = 1; page < MAX_PAGES && nextCursor !== null; page++) {
    const more = await next({ limit: PAGE, cursor: nextCursor })
    rows.push(...more.data)
    nextCursor = more.page.nextCursor
  }
  return rows
}

const unique = <Row extends { id: string }>(rows: readonly Row[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

/** Personal data is requested for one account only and never cached by HTTP. */
const inNameOf = (account: string) => ({ account, cache: 'no-store', timeoutMs: SEND_TIMEOUT_MS }) as const

async function fetchServer(account: string): Promise<Server> {
  // Items that arrive during these requests may be missing in the responses: the state is as old as the first request.
  const askedMs = Date.now()
  const result = await tryCall<typeof getFieldState>('GET /api/field-state', inNameOf(account))
  if (!result.ok) throw new CallError(result.problem)
  const dateMs = Date.parse(result.headers.get('date') ?? '')
  const skewMs = Number.isNaN(dateMs) ? 0 : dateMs - Date.now()
  const nothing = { session: null, assignments: [], entries: [], stats: null }
  const { isSurveyor, isEligible, mustAgree } = result.reply
  const work = result.reply.work ? await wholeWork(account, result.reply.work) : nothing
  return { asOf: new Date(askedMs + skewMs).toISOString(), skewMs, isSurveyor, isEligible, mustAgree, ...work }
}

type Work = NonNullable<ReplyOf<typeof getFieldState>['work']>

async function wholeWork(account: string, { session, stats, ...first }: Work) {
  const options = inNameOf(account)
  const listEntries = (query: NonNullable<CallRequest<typeof listCollectionEntries>['query']>) =>
    call<typeof listCollectionEntries>('GET /api/collection-entries', { query, ...options })
  const [mine, returned, recent] = await Promise.all([
    all(first.mine, (page) =>
      call<typeof listSurveyorAssignments>('GET /api/assignments', { query: { state: 'mine', ...page }, ...options }),
    ),
    all(first.returned, (page) => listEntries({ state: 'changes_requested', ...page })),
    session ? all(first.recent, (page) => listEntries({ sessionId: session.id, ...page })) : first.recent.data,
  ])
  return {
    session,
    assignments: unique([...mine, ...first.open.data]),
    entries: unique([...returned, ...recent]),
    stats,
  }
}

const DAY_MS = 24 * 3600 * 1000
type Asked = { now: Promise<string | null>; next: Promise<string | null> | null }
const asking = new Map<string, Asked>()

/**
 * Fetches and caches the state; resolves with null or why it failed. A call during a fetch waits for another one, which
 * cannot miss what was just done. Transient failures are retried: items are pending until confirmed.
 */
export function refresh(account: string): Promise<string | null> {
  const running = asking.get(account)
  if (running) {
    running.next ??= running.now.then(() => refresh(account))
    return running.next
  }
  const now = fetchAll(account)
    .then((code) => {
      problems.set(account, code)
      for (const listener of listeners) listener()
      askAgain(account, code)
      return code
    })
    .finally(() => asking.delete(account))
  asking.set(account, { now, next: null })
  return now
}

const problems = new Map<string, string | null>()
const listeners = new Set<() => void>()

/** The reason of the last failure, whoever called; null after a success or without a call. */
export const failureOf = (account: string) => problems.get(account) ?? null

export function subscribeFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Starts the backoff at its second step, eight seconds, so that phones do not overload a busy server. */
const FIRST_STEP = 2
/** The number of failed attempts and the time of the next. */
const retries = new Map<string, { asked: number; timer: ReturnType<typeof setTimeout> }>()

function askAgain(account: string, code: string | null) {
  const before = retries.get(account)
  clearTimeout(before?.timer)
  retries.delete(account)
  if (code === null || !isTemporary(code)) return
  const asked = (before?.asked ?? 0) + 1
  // A hidden page does not poll; it refreshes when it becomes visible.
  const again = () => {
    if (document.visibilityState === 'visible') refresh(account)
  }
  retries.set(account, { asked, timer: setTimeout(again, backoffMs(FIRST_STEP + asked - 1)) })
}

/** Before the new state is stored: a page that is killed in between finds them again. */
async function noteChanges(account: string, server: Server): Promise<void> {
  const fieldCache = fieldCacheOf(account)
  const before = await fieldCache.get('server')
  const entries = await fieldOutbox(account)
    .list()
    .catch(() => [])
  const newer = changesBetween(before, server, entries)
  if (newer.length > 0) await fieldCache.put('changes', withNewer((await fieldCache.get('changes')) ?? [], newer))
}

async function fetchAll(account: string): Promise<string | null> {
  const fieldCache = fieldCacheOf(account)
  try {
    const server = await fetchServer(account)
    await noteChanges(account, server)
    await fieldCache.put('server', server)
    const namesAt = (await fieldCache.get('namesAt')) ?? 0
    if (server.isSurveyor && hasPassed(namesAt, DAY_MS)) {
      const options = inNameOf(account)
      await fieldCache.put('stages', (await call<typeof listMainStages>('GET /api/main-stages', options)).data)
      await fieldCache.put('names', await call<typeof listFieldNames>('GET /api/field-names', options))
      await fieldCache.put('namesAt', Date.now())
    }
    // Large, and of use without a connection only: nothing waits for it.
    if (server.isSurveyor) refreshKnownVehicles(account, server.skewMs)
    return null
  } catch (cause) {
    if (cause instanceof CallError) return cause.problem.code
    throw cause
  }
}
