import { operations } from '@salama/domain/contract'
import type { CallOptions } from '../../../apps/api/test/api.ts'
import { endsTheCaller, type Operation } from '../../../apps/api/test/call-operation.ts'
import { drift } from '../../../apps/api/test/drift.ts'
import { TRANSPORT } from '../../../apps/api/test/over-http.ts'
import { samplesFor, toCall } from '../../../apps/api/test/requests.ts'
import { leakIn } from './leaks.ts'
import { type Attack, addresses, newRider, patiently, type Reply, tokenOf } from './service.ts'
import { knownThings, personFor } from './things.ts'

// Requests that are valid by the document, half of them with one or two mutations. Nothing may fail inside, answer what
// the document does not say, or tell what is behind it.

const REQUESTS = 5000
const RIDERS = 16
const AT_ONCE = 6

export const mutated: Attack = async (seed, tick) => {
  const riders: string[] = []
  for (let n = 0; n < RIDERS; n++) riders.push((await newRider()).token)
  const known = await knownThings((await newRider()).id)
  const asked = operations.filter((op) => !endsTheCaller(op))
  const each = Math.ceil(REQUESTS / asked.length)
  const all = asked.map((op) =>
    samplesFor(op, known, null, { seed, numRuns: each }).map((made) => [op, toCall(op, made)] as const),
  )
  // In turn, so that no limit is reached before its time.
  const queue = Array.from({ length: each }, (_, n) => all.flatMap((list) => list.slice(n, n + 1)))
    .flat()
    .slice(0, REQUESTS)
  const [findings, counts]: [Set<string>, Map<number, number>] = [new Set(), new Map()]
  let next = 0
  const work = async () => {
    for (let request = queue[next]; request; request = queue[next]) {
      const token = await tokenFor(request[0], riders, next++)
      const { status, found } = await attempt(...request, token)
      counts.set(status, (counts.get(status) ?? 0) + 1)
      for (const fault of found) findings.add(`${request[0].name}: ${fault}`)
      tick()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const statuses = [...counts].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
  return {
    tries: queue.length,
    findings: [...findings],
    notes: [`Answers to mutated requests by status: ${statuses.join(', ')}.`],
  }
}

const tokenFor = (op: Operation, riders: string[], turn: number): Promise<string | undefined> | string | undefined => {
  const person = personFor(op)
  if (turn % 13 === 0) return undefined
  return person === 'amina' ? riders[turn % riders.length] : tokenOf(person)
}

/** What Node.js answers before the service reads anything: the document is of what the service answers. */
const BEFORE_US = [400, 431]

async function attempt(op: Operation, [address, { headers = {}, text }]: [string, CallOptions], token?: string) {
  const url = `${addresses.api}${address}`
  const method = op.method.toUpperCase()
  const sent = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  let reply: Reply
  try {
    reply = await patiently(url, { method, headers: sent, ...(text !== undefined && { body: text }) })
  } catch (error) {
    // A header that Node.js does not send is no request.
    return { status: 0, found: String(error).includes('ERR_INVALID_CHAR') ? [] : [String(error)] }
  }
  const { status } = reply
  const found = [leakIn(reply.text), status >= 500 ? `${status} ${address.slice(0, 200)}` : undefined].filter(
    (it) => it !== undefined,
  )
  if (BEFORE_US.includes(status) && reply.text === '') return { status, found }
  const received = new Headers([...reply.headers].filter(([name]) => !TRANSPORT.includes(name)))
  const params = paramsIn(op.path, new URL(url).pathname)
  const request = new Request(url, { headers: new Headers(sent) })
  return {
    status,
    found: [
      ...found,
      ...drift({ method, path: op.path, params, request, sent: text, status, headers: received, received: reply.text }),
    ],
  }
}

function paramsIn(pattern: string, path: string): Record<string, string> {
  const groups = new RegExp(`^${pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path)?.groups ?? {}
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
}
