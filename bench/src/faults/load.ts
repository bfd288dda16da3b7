import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from './service.ts'

// Reports as the rider app's page sends them: with an id and a receipt code, and again after a second until they are taken.

const AGAIN_MS = 1000
const PATIENCE_MS = 10_000
const GIVEN_UP_MS = 60_000
const CODE = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

type Attempt = { at: number; failure?: string }
type Report = { id: string; tries: number; isTaken: boolean }

/** Begins each work so often, without waiting for the one before; the result ends it and waits for all. */
export function repeatedly(works: [everyMs: number, work: () => Promise<unknown>][]): () => Promise<unknown> {
  const stopping = new AbortController()
  const repeat = async ([everyMs, work]: (typeof works)[number]) => {
    const all: Promise<unknown>[] = []
    while (!stopping.signal.aborted) {
      all.push(work())
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {}) // stopped
    }
    await Promise.all(all)
  }
  const working = Promise.all(works.map(repeat))
  return () => {
    stopping.abort()
    return working
  }
}

/** Five reports a second, one of five with the photo, if there is one, and the page twice. */
export function startLoad({ rider }: Service, page?: string, photo?: Buffer) {
  const attempts: Attempt[] = []
  const reports: Report[] = []
  const attempt = async (url: string, given: RequestInit = {}): Promise<Response | undefined> => {
    const tried: Attempt = { at: performance.now() }
    attempts.push(tried)
    try {
      const headers = { origin: rider, ...given.headers }
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const response = await fetch(url, { redirect: 'manual', ...given, headers, signal })
      const text = await response.text()
      if (response.status >= 400) tried.failure = `${response.status} ${text.slice(0, 100)}`
      return response
    } catch (error) {
      tried.failure = String(Object(error).cause ?? error).slice(0, 100)
      return undefined
    }
  }
  const post = (path: string, type: string, body: BodyInit, cookie = '') =>
    attempt(`${rider}/api/report-incident${path}`, { method: 'POST', body, headers: { 'content-type': type, cookie } })
  const report = async () => {
    const own: Report = { id: randomUUID(), tries: 0, isTaken: false }
    const hasPhoto = reports.push(own) % 5 === 0
    const receiptCode = [...randomBytes(26)].map((byte) => CODE[byte % 32]).join('')
    const place = { lat: -1.2812 + Math.random() / 100, lng: 36.8226 + Math.random() / 100, accuracyM: 20 }
    const body = JSON.stringify({ id: own.id, category: 'hazard', place, receiptCode, note: `fault ${own.id}` })
    for (const until = performance.now() + GIVEN_UP_MS; performance.now() < until; await sleep(AGAIN_MS)) {
      own.tries++
      const response = await post('', 'application/json', body)
      if (!response?.ok) continue
      own.isTaken = true
      const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0])
      if (photo && hasPhoto)
        await post(`/${own.id}/photos?photoId=${randomUUID()}`, 'image/jpeg', new Uint8Array(photo), cookies.join('; '))
      return
    }
  }
  const asking: [number, () => Promise<unknown>][] = page ? [[500, () => attempt(page)]] : []
  return { attempts, reports, finish: repeatedly([[200, report], ...asking]) }
}

/** Of these reports: taken and not there, and there or decided more than once. */
export async function countInDatabase({ database }: Service, reports: Report[]) {
  const taken = reports.filter(({ isTaken }) => isTaken).map(({ id }) => id)
  const [row = { lost: Number.NaN, doubled: Number.NaN }] = await database.query<{ lost: number; doubled: number }>(
    `select (select count(*) from unnest($1::uuid[]) as a(id) where not exists (select from app.reports r where r.id = a.id))::int as lost,
            (select count(*) from (
               select from app.reports r where r.note = any ($2) group by r.note having count(*) > 1
               union all
               select from app.report_events e where e.report_id = any ($1) and e.from_state = 'received'
                group by e.report_id having count(*) > 1) as d)::int as doubled`,
    [taken, reports.map(({ id }) => `fault ${id}`)],
  )
  return row
}
