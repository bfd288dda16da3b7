import { readFileSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { type Effort, ratioOf, spreadOf } from './compare.ts'
import { atMost, digits, once, type Part } from './results.ts'
import type { Stack } from './stack.ts'

const AGENT = new Agent({ keepAlive: true, maxSockets: 4000 })
const PATIENCE_MS = 10_000
const WORKERS = 16

type Send = (n: number) => Promise<Reply>
type Reply = { ms: number; status: number }

/**
 * Nearby incidents from the database, offered at 70 % and three times what a process answers: how fast accepted ones
 * are answered and the rest refused, and memory. Then a process with the feed in memory.
 */
export async function overload(stack: Stack, effort: Effort): Promise<Part> {
  try {
    const headers = { authorization: `Bearer ${stack.accessToken}` }
    const paths = stack.places.map(({ lat, lng }) => `/api/v1/incidents/nearby?lat=${lat}&lng=${lng}`)
    const api = await stack.startApi({ liveFeed: false })
    const sender =
      (url: string): Send =>
      (n) =>
        get(`${url}${paths[n % paths.length]}`, headers)
    const send = sender(api.url)
    await capacityOf(send, effort.seconds)
    const calm: number[] = []
    const crowded: number[] = []
    const rows: string[][] = []
    const before = residentMb(api.process.pid())
    for (let round = 1; round <= effort.rounds; round++) {
      const capacity = await capacityOf(send, effort.seconds)
      const light = await offer(send, Math.round(capacity * 0.7), effort.seconds)
      const heavy = await offer(send, Math.round(capacity * 3), effort.seconds * 2)
      const recoveredMs = await recovery(send)
      const of = (status: number) => heavy.filter((reply) => reply.status === status)
      calm.push(p99(light))
      crowded.push(p99(of(200)))
      rows.push([
        `${digits(capacity)}/s`,
        `${digits(p99(light))} ms`,
        `${digits(of(200).length / (effort.seconds * 2))}/s, ${digits(p99(of(200)))} ms`,
        `${of(503).length}, ${digits(p99(of(503)))} ms`,
        String(heavy.length - of(200).length - of(503).length),
        `${digits(residentMb(api.process.pid()))} MB`,
        `${digits(recoveredMs)} ms`,
      ])
      console.log(`  round ${round}: ${rows.at(-1)?.join(' | ')}`)
    }
    const hot = await stack.startApi({ liveFeed: true })
    await capacityOf(sender(hot.url), 5) // loads the feed
    await capacityOf(sender(hot.url), effort.seconds * 2)
    return {
      goals: [
        atMost('p99 of the accepted at three times of what it can answer / at 70 %', ratioOf(crowded, calm), 3, '×'),
        atMost(
          'memory of the api under load with 99,000 live incidents in it',
          once(residentMb(hot.process.pid())),
          450,
          'MB',
        ),
        atMost(
          'memory of the api after the overload / before',
          spreadOf([residentMb(api.process.pid()) / before]),
          1.5,
          '×',
        ),
      ],
      tables: [
        {
          title: 'More requests than it can answer',
          note: `One process, nothing in memory, ${WORKERS} connections for what it answers alone; each row a round.`,
          columns: [
            'answers alone',
            'p99 at 70 %',
            'at 3 ×: answered, p99',
            'refused with 503, p99',
            'other',
            'memory',
            'calm again after',
          ],
          rows,
        },
      ],
    }
  } finally {
    AGENT.destroy()
  }
}

function get(url: string, headers: Record<string, string>): Promise<Reply> {
  const begunMs = performance.now()
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ ms: performance.now() - begunMs, status })
    const asked = send(url, { agent: AGENT, headers, timeout: PATIENCE_MS }, (response) => {
      response.resume().once('end', () => done(response.statusCode ?? 0))
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => done(0))
    asked.end()
  })
}

/** Sends so many a second, evenly, whatever becomes of those before. */
async function offer(send: Send, perSecond: number, seconds: number): Promise<Reply[]> {
  const begunMs = performance.now()
  const sent: Promise<Reply>[] = []
  while (sent.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - begunMs) / 1000) * perSecond)
    while (sent.length < due) sent.push(send(sent.length))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return Promise.all(sent)
}

async function capacityOf(send: Send, seconds: number): Promise<number> {
  const endMs = performance.now() + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      let count = 0
      while (performance.now() < endMs) if ((await send(worker * 1000 + count)).status === 200) count += 1
      return count
    }),
  )
  const capacity = counts.reduce((sum, count) => sum + count, 0) / seconds
  if (capacity === 0) throw new Error('Nothing was answered')
  return capacity
}

/** How long until ten in a row are answered at once. */
async function recovery(send: Send): Promise<number> {
  const begunMs = performance.now()
  for (let inARow = 0, n = 0; inARow < 10; n++) {
    const { status, ms } = await send(n)
    inARow = status === 200 && ms < 500 ? inARow + 1 : 0
    if (performance.now() - begunMs > 60_000) return Number.POSITIVE_INFINITY
  }
  return performance.now() - begunMs
}

const p99 = (replies: Reply[]) =>
  replies.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(replies.length * 0.99)] ?? Number.NaN

/** Linux only; not a number elsewhere. */
function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
