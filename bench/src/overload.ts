import { readFileSync } from 'node:fs'
import { Agent, request as ask } from 'node:http'
import { type Stack, startStack } from '@salama/testing/stack'
import { fill, samplePlaces, signIn } from './nearby.ts'

const AGENT = new Agent({ keepAlive: true, maxSockets: 4000 })
const PATIENCE_MS = 10_000

type Reply = { atMs: number; ms: number; status: number }

/**
 * `GET /api/v1/incidents/nearby` asked three times as often as it can be answered, whether or not it answers: how many
 * are answered and how fast, how much memory that takes, and how long after the end everything is as before.
 */
export async function overload(seconds: number): Promise<void> {
  const stack = await startStack({ apps: ['api'] })
  try {
    await fill(stack)
    const headers = { authorization: `Bearer ${await signIn(stack)}` }
    const paths = (await samplePlaces(stack)).map(({ lat, lng }) => `/api/v1/incidents/nearby?lat=${lat}&lng=${lng}`)
    const send = (n: number) => get(stack, paths[n % paths.length] ?? '/', headers)
    for (let n = 0; n < paths.length; n++) await send(n)
    const capacity = await capacityOf(send, 10)
    if (capacity === 0) throw new Error('Nothing was answered: this machine has other work')
    const perSecond = Math.round(3 * capacity)
    console.log(`answers ${capacity.toFixed(0)}/s with 16 at a time; offering ${perSecond}/s for ${seconds} s`)
    const before = memoryMb()
    const stop = sampleMemory()
    const replies = await offer(send, perSecond, seconds)
    const most = stop()
    print(replies, perSecond * seconds, seconds)
    console.log(`memory of all processes: ${before} MB before, ${most} MB at most`)
    console.log(`back to 200 within ${await recovery(send)} ms of the last request`)
  } finally {
    AGENT.destroy()
    await stack.close()
  }
}

function get({ addresses }: Stack, path: string, headers: Record<string, string>): Promise<Reply> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ atMs: begun, ms: performance.now() - begun, status })
    const asked = ask(`${addresses.api}${path}`, { agent: AGENT, headers, timeout: PATIENCE_MS }, (response) => {
      response.resume().once('end', () => done(response.statusCode ?? 0))
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => done(0))
    asked.end()
  })
}

/** Sends so many a second, evenly, whatever becomes of those before. */
async function offer(send: (n: number) => Promise<Reply>, perSecond: number, seconds: number): Promise<Reply[]> {
  const begun = performance.now()
  const sent: Promise<Reply>[] = []
  while (sent.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - begun) / 1000) * perSecond)
    while (sent.length < due) sent.push(send(sent.length))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return Promise.all(sent)
}

async function capacityOf(send: (n: number) => Promise<Reply>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: 16 }, async (_, worker) => {
      let count = 0
      while (performance.now() < end) if ((await send(worker * 1000 + count)).status === 200) count += 1
      return count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

async function recovery(send: (n: number) => Promise<Reply>): Promise<number> {
  const begun = performance.now()
  for (let inARow = 0, n = 0; inARow < 10; n++) {
    const { status, ms } = await send(n)
    inARow = status === 200 && ms < 500 ? inARow + 1 : 0
    if (performance.now() - begun > 60_000) return Number.POSITIVE_INFINITY
  }
  return Math.round(performance.now() - begun)
}

function print(replies: Reply[], offered: number, seconds: number): void {
  const of = (status: number) => replies.filter((reply) => reply.status === status)
  const p99 = (list: Reply[]) =>
    Math.round(list.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(list.length * 0.99)] ?? 0)
  console.log(
    `200: ${of(200).length} of ${offered} (${(of(200).length / seconds).toFixed(0)}/s), p99 ${p99(of(200))} ms`,
  )
  console.log(`503: ${of(503).length}, p99 ${p99(of(503))} ms; no answer in ${PATIENCE_MS} ms: ${of(0).length}`)
  const last = Math.max(...replies.map(({ atMs }) => atMs)) - 5000
  console.log(`200 among those of the last 5 s: ${of(200).filter(({ atMs }) => atMs > last).length}`)
}

/** Of this process, in which Supabase runs, and of those that it started. Linux only; 0 elsewhere. */
function memoryMb(): number {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
    return Math.round([String(process.pid), ...children].map(residentKb).reduce((sum, kb) => sum + kb, 0) / 1024)
  } catch {
    return 0
  }
}

const residentKb = (pid: string) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

function sampleMemory(): () => number {
  let most = memoryMb()
  const timer = setInterval(() => {
    most = Math.max(most, memoryMb())
  }, 500)
  return () => {
    clearInterval(timer)
    return most
  }
}
