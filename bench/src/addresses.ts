import { setTimeout as sleep } from 'node:timers/promises'
import { startStack } from '@salama/testing/stack'
import { serverHeaders } from '../../packages/processes/src/server-token.mjs'
import { spreadOf } from './compare.ts'
import { digits, type Part } from './results.ts'

// How long Auth takes over an address that has an account, against one that has none: whoever can tell the two apart by
// time learns who uses Salama. Each address is used once, because what is sent to one address is limited.

const PAIRS = 60

/** Each resolves to the milliseconds that it took. */
type Ask = { auth: (path: string, body: object) => Promise<number>; probe: () => Promise<number> }
const WAYS: [name: string, path: string, body: object][] = [
  ['sign in', 'token?grant_type=password', { password: 'wrong' }],
  ['ask for a code', 'otp', {}],
  ['verify', 'verify', { token: '000000', type: 'email' }],
]

/** The ratio of the medians, known to unknown, of every way, measured in turn in one run. 1 tells nothing. */
export async function addresses(): Promise<Part> {
  const stack = await startStack({ apps: [] })
  try {
    const { url, publishableKey } = stack.supabase
    const timed = async (path: string, keys: Record<string, string>, body: object) => {
      const headers = { ...keys, 'content-type': 'application/json', 'content-profile': 'api' }
      const startedAt = performance.now()
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      await response.arrayBuffer()
      return performance.now() - startedAt
    }
    const ask: Ask = {
      auth: (path, body) => timed(`/auth/v1/${path}`, { apikey: publishableKey }, body),
      probe: () => timed('/rest/v1/rpc/get_health', serverHeaders('api', stack.supabase), {}),
    }
    const rows: string[][] = []
    for (const [name, path, body] of WAYS) rows.push(rowOf(name, await measure(ask, name, path, body, stack)))
    const columns = ['', 'known / unknown', 'the request after it']
    return { goals: [], tables: [{ title: 'What Auth takes over a known address and an unknown one', columns, rows }] }
  } finally {
    await stack.close()
  }
}

type Times = { known: number[]; unknown: number[]; after: { known: number[]; unknown: number[] } }
type Waits = Pick<Awaited<ReturnType<typeof startStack>>, 'query' | 'mailbox'>

async function measure(ask: Ask, name: string, path: string, body: object, stack: Waits): Promise<Times> {
  const known = Array.from({ length: PAIRS }, (_, index) => `${name.replaceAll(' ', '-')}-known-${index}@bench.test`)
  // A hash at the cost of every other: the same for all, as this only ever compares wrong passwords.
  await stack.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at)
     select gen_random_uuid(), 'authenticated', 'authenticated', e,
            (select encrypted_password from auth.users where email = 'amina@salama.test'), now()
       from unnest($1::text[]) e`,
    [known],
  )
  const times: Times = { known: [], unknown: [], after: { known: [], unknown: [] } }
  for (const [index, email] of known.entries()) {
    const pair = [['known', email] as const, ['unknown', email.replace('known', 'other')] as const]
    for (const [kind, address] of index % 2 === 0 ? pair : pair.toReversed()) {
      times[kind].push(await ask.auth(path, { ...body, email: address }))
      // And whether the next request, of anybody, has to wait for what is left to do.
      times.after[kind].push(await ask.probe())
      await stack.mailbox(address)
      await sleep(5)
    }
  }
  return times
}

function rowOf(name: string, { known, unknown, after }: Times): string[] {
  const ratio = (a: number[], b: number[]) => {
    const [one, other] = [spreadOf(a).median, spreadOf(b).median]
    return `${digits(one / other)} (${digits(one)} ms : ${digits(other)} ms)`
  }
  return [name, ratio(known, unknown), ratio(after.known, after.unknown)]
}
