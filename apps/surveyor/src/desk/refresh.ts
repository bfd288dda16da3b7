import type { CurrentUser } from '@salama/domain/accounts'
import type { listSurveyorAssignments } from '@salama/domain/assignments/contract'
import type { listCollectionEntries } from '@salama/domain/collection-entries/contract'
import type { listLearningCourses } from '@salama/domain/learning/contract'
import type { listMainStages } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'
import type { getSurveyorSession } from '@salama/domain/surveyor/contract'
import { askServer } from '@salama/outbox/ask-server.ts'
import { backoffMs } from '@salama/outbox/items.ts'
import type { z } from 'zod'
import { type Assignment, keepOf, type Names, type Server, type ServerEntry, type Stats } from './keep.ts'

// Asks the server for everything that a phone keeps for the time without a line.

const COURSE = 'surveyor-basics'
const PAGE = 100
const MOST_PAGES = 5

class NotNow extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Our own routes checked their replies against the contract. */
async function get<Reply>(account: string, url: string): Promise<{ reply: Reply; dateMs: number | null }> {
  const answer = await askServer(url, { account })
  if (!answer.ok) throw new NotNow(answer.code)
  return { reply: answer.reply as Reply, dateMs: answer.dateMs }
}

async function all<Row>(account: string, url: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { reply } = await get<{ data: Row[]; page: { nextCursor: string | null } }>(account, `${url}${at}`)
    rows.push(...reply.data)
    cursor = reply.page.nextCursor
    if (cursor === null) break
  }
  return rows
}

const unique = <Row extends { id: string }>(rows: readonly Row[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

async function ask(account: string): Promise<Server> {
  // What arrives there while these answers are on their way may be in none of them: they are as old as the first question.
  const askedMs = Date.now()
  const { reply: me, dateMs } = await get<z.output<typeof CurrentUser>>(account, '/api/me')
  const skewMs = dateMs === null ? 0 : dateMs - Date.now()
  const { reply: courses } = await get<ReplyOf<typeof listLearningCourses>>(account, `/api/courses?limit=${PAGE}`)
  const isEligible = courses.data.some(({ slug, progress }) => slug === COURSE && progress?.state === 'completed')
  const isSurveyor = me.roles.includes('surveyor')
  const nothing = { session: null, assignments: [], entries: [], stats: null }
  const work = isSurveyor ? await askWork(account) : nothing
  return { asOf: new Date(askedMs + skewMs).toISOString(), skewMs, isSurveyor, isEligible, ...work }
}

async function askWork(account: string) {
  const { session } = (await get<ReplyOf<typeof getSurveyorSession>>(account, '/api/session')).reply
  const [mine, open, returned, ofSession, stats] = await Promise.all([
    all<Assignment>(account, `/api/assignments?state=mine&limit=${PAGE}`),
    get<ReplyOf<typeof listSurveyorAssignments>>(account, `/api/assignments?state=open&limit=${PAGE}`),
    all<ServerEntry>(account, `/api/submissions?state=changes_requested&limit=${PAGE}`),
    session
      ? all<ServerEntry>(account, `/api/submissions?sessionId=${session.id}&limit=${PAGE}`)
      : get<ReplyOf<typeof listCollectionEntries>>(account, '/api/submissions').then(({ reply }) => reply.data),
    get<Stats>(account, '/api/stats'),
  ])
  return {
    session,
    assignments: unique([...mine, ...open.reply.data]),
    entries: unique([...returned, ...ofSession]),
    stats: stats.reply,
  }
}

/** The server answered, but this phone did not keep it. */
export const NOT_KEPT = 'not_kept'

/** When to ask again after so many questions in vain. Begins with eight seconds: the questions of one refresh are many. */
export const againMs = (asked: number) => backoffMs(asked + 2)

const DAY_MS = 24 * 3600 * 1000
type Asked = { now: Promise<string | null>; next: Promise<string | null> | null }
const asking = new Map<string, Asked>()

/**
 * Fetches and keeps it; resolves with null, or with why it could not be. Whoever asks while it is being fetched gets what
 * is fetched after that: what they have just done may be too late for the answer on its way.
 */
export function refresh(account: string): Promise<string | null> {
  const running = asking.get(account)
  if (running) {
    running.next ??= running.now.then(() => refresh(account))
    return running.next
  }
  const now = fetchAll(account).finally(() => asking.delete(account))
  asking.set(account, { now, next: null })
  return now
}

async function fetchAll(account: string): Promise<string | null> {
  const keep = keepOf(account)
  try {
    const server = await ask(account)
    if (!(await keep.put('server', server))) return NOT_KEPT
    const namesAt = (await keep.get('namesAt')) ?? 0
    if (server.isSurveyor && Date.now() - namesAt > DAY_MS) {
      await keep.put('stages', (await get<ReplyOf<typeof listMainStages>>(account, '/api/main-stages')).reply.data)
      await keep.put('names', (await get<Names>(account, '/api/field-names')).reply)
      await keep.put('namesAt', Date.now())
    }
    return null
  } catch (cause) {
    if (cause instanceof NotNow) return cause.code
    throw cause
  }
}
