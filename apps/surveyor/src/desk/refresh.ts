import type { getFieldDesk } from '@salama/domain/field-desk/contract'
import type { listMainStages } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { askServer, isPassing } from '@salama/outbox/ask-server.ts'
import { backoffMs } from '@salama/outbox/items.ts'
import { keepOf, type Names, type Server } from './keep.ts'

// Asks the server for everything that a phone keeps for the time without a line.

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

type Listed<Row> = { data: Row[]; page: { nextCursor: string | null } }

/** The rows of a list whose first page is here. */
async function all<Row>(account: string, first: Listed<Row>, url: string): Promise<Row[]> {
  const rows = [...first.data]
  let cursor = first.page.nextCursor
  for (let page = 1; page < MOST_PAGES && cursor !== null; page++) {
    const at = `${url}&limit=${PAGE}&cursor=${encodeURIComponent(cursor)}`
    const { reply } = await get<Listed<Row>>(account, at)
    rows.push(...reply.data)
    cursor = reply.page.nextCursor
  }
  return rows
}

const unique = <Row extends { id: string }>(rows: readonly Row[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

async function ask(account: string): Promise<Server> {
  // What arrives there while these answers are on their way may be in none of them: they are as old as the first question.
  const askedMs = Date.now()
  const { reply, dateMs } = await get<Desk>(account, '/api/desk')
  const skewMs = dateMs === null ? 0 : dateMs - Date.now()
  const nothing = { session: null, assignments: [], entries: [], stats: null }
  const { isSurveyor, isEligible } = reply
  const work = reply.work ? await wholeWork(account, reply.work) : nothing
  return { asOf: new Date(askedMs + skewMs).toISOString(), skewMs, isSurveyor, isEligible, ...work }
}

type Desk = ReplyOf<typeof getFieldDesk>

async function wholeWork(account: string, { session, stats, ...first }: NonNullable<Desk['work']>) {
  const [mine, returned, recent] = await Promise.all([
    all(account, first.mine, '/api/assignments?state=mine'),
    all(account, first.returned, '/api/submissions?state=changes_requested'),
    session ? all(account, first.recent, `/api/submissions?sessionId=${session.id}`) : first.recent.data,
  ])
  return {
    session,
    assignments: unique([...mine, ...first.open.data]),
    entries: unique([...returned, ...recent]),
    stats,
  }
}

/** The server answered, but this phone did not keep it. */
export const NOT_KEPT = 'not_kept'

const DAY_MS = 24 * 3600 * 1000
type Asked = { now: Promise<string | null>; next: Promise<string | null> | null }
const asking = new Map<string, Asked>()

/**
 * Fetches and keeps it; resolves with null, or with why it could not be. Whoever asks while it is being fetched gets what
 * is fetched after that: what they have just done may be too late for the answer on its way. What passes by itself is
 * asked for again without anybody's doing: until the server has said what arrived, the phone believes that it did not.
 */
export function refresh(account: string): Promise<string | null> {
  const running = asking.get(account)
  if (running) {
    running.next ??= running.now.then(() => refresh(account))
    return running.next
  }
  const now = fetchAll(account)
    .then((code) => {
      troubles.set(account, code)
      for (const listener of listeners) listener()
      askAgain(account, code)
      return code
    })
    .finally(() => asking.delete(account))
  asking.set(account, { now, next: null })
  return now
}

const troubles = new Map<string, string | null>()
const listeners = new Set<() => void>()

/** Why the last answer could not be had, whoever asked for it; null where it was, or nobody has asked. */
export const troubleOf = (account: string) => troubles.get(account) ?? null

export function subscribeTrouble(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The first pause is that of the second step, eight seconds: phones do not crowd a busy server. */
const FIRST_STEP = 2
/** The answers in vain, counted, and when the next is asked for. */
const retries = new Map<string, { asked: number; timer: ReturnType<typeof setTimeout> }>()

function askAgain(account: string, code: string | null) {
  const before = retries.get(account)
  clearTimeout(before?.timer)
  retries.delete(account)
  if (code === null || !isPassing(code)) return
  const asked = (before?.asked ?? 0) + 1
  // A page that nobody looks at asks nothing; it asks when it is looked at.
  const again = () => {
    if (document.visibilityState === 'visible') refresh(account)
  }
  retries.set(account, { asked, timer: setTimeout(again, backoffMs(FIRST_STEP + asked - 1)) })
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
