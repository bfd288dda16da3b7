import { setImmediate as otherWork } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { listNearbyIncidents } from '@salama/domain/incidents'
import { type LiveFeed, liveFeed, stopLiveFeed } from '@salama/domain/incidents/memory-feed'
import { type Stack, startStack } from '@salama/testing/stack'
import { middle } from './compare.ts'
import { fill } from './nearby.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 16
const PLACES = 2_000
/** With the incidents that they are made from, just under what the feed may hold. */
const CLONES = 99_200
const CALLER = { kind: 'visitor', requestId: 'bench' } as const
type Place = { lat: number; lng: number }

/**
 * `nearby` from the feed in memory against the same SQL function over Supabase's REST API, with 100,000 live incidents
 * around 2,000 places: each reply new, each reply made before, and with a matching ETag. Nothing of HTTP is in the
 * first three. Also how long the feed takes to load, and the memory that it takes.
 */
export async function memory(): Promise<void> {
  const stack = await startStack({ apps: [], liveFeed: true })
  try {
    Object.assign(process.env, stack.env('api'))
    await fill(stack, CLONES)
    const places = await placesNear(stack)
    const feed = await load()
    const ways: [name: string, call: (at: number) => Promise<unknown>, width: number][] = [
      ['memory, new', async (at) => (await ready(moved(places, at, feed)))?.json(), 1],
      ['memory, made before', async (at) => (await ready(placeAt(places, at)))?.json(), 1],
      ['memory, ETag matches', async (at) => (await ready(placeAt(places, at)))?.etag, 1],
      ['RPC', (at) => rpc(stack, placeAt(places, at)), CONNECTIONS],
    ]
    const figures = ways.map(([name]) => ({
      name,
      perSecond: [] as number[],
      p50: [] as number[],
      p99: [] as number[],
    }))
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [index, [, call, width]] of ways.entries()) {
        // Again each time: the new places of a round take the room of these.
        for (const { lat, lng } of places) feed.locations.set(`${lat},${lng}`, LOCATION)
        const { perSecond, p50, p99 } = await measure(call, width)
        if (round === 0) continue // the warm-up
        figures[index]?.perSecond.push(perSecond)
        figures[index]?.p50.push(p50)
        figures[index]?.p99.push(p99)
      }
    for (const { name, perSecond, p50, p99 } of figures)
      console.log(
        `${name}: ${middle(perSecond).toFixed(0)}/s (${Math.min(...perSecond).toFixed(0)}-${Math.max(...perSecond).toFixed(0)}), p50 ${middle(p50).toFixed(3)} ms, p99 ${middle(p99).toFixed(3)} ms`,
      )
  } finally {
    stopLiveFeed()
    await stack.close()
  }
}

const LOCATION = '{"inServiceArea":true,"serviceArea":"Nairobi","corridor":null,"distanceM":null}'

/** Waits until the feed is complete, and prints what that took. */
async function load(): Promise<LiveFeed> {
  setFlagsFromString('--expose_gc')
  const collect: () => void = runInNewContext('gc')
  const used = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 2 ** 20
  }
  const before = used()
  const startedMs = performance.now()
  const feed = liveFeed()
  if (!feed) throw new Error('The feed is off.')
  await feed.read()
  await feed.refresh()
  if (!(await feed.read())) throw new Error('The feed is not usable.')
  const seconds = (performance.now() - startedMs) / 1000
  console.log(`${feed.size} rows in ${seconds.toFixed(1)} s, ${(used() - before).toFixed(0)} MB`)
  return feed
}

const ready = (place: Place) => listNearbyIncidents.ready(CALLER, { ...place, radiusM: 2_000, limit: 20 })

const placeAt = (places: readonly Place[], at: number): Place => places[at % places.length] ?? { lat: 0, lng: 0 }

/** A place that nobody has asked for yet: a few metres away each time. */
function moved(places: readonly Place[], at: number, feed: LiveFeed): Place {
  const { lat, lng } = placeAt(places, at)
  const place = { lat: lat + (at % 9973) * 1e-7, lng: lng + (at % 9967) * 1e-7 }
  feed.locations.set(`${place.lat},${place.lng}`, LOCATION)
  return place
}

async function rpc({ supabase }: Stack, { lat, lng }: Place): Promise<string> {
  const response = await fetch(`${supabase.url}/rest/v1/rpc/get_incident_feed_nearby`, {
    method: 'POST',
    headers: { apikey: supabase.secretKey, 'content-type': 'application/json', 'content-profile': 'api' },
    body: JSON.stringify({ p_lat: lat, p_lng: lng }),
  })
  if (!response.ok) throw new Error(`RPC: ${response.status}`)
  return response.text()
}

/** Half of them where the incidents are, half anywhere in the city. */
const placesNear = ({ query }: Stack) =>
  query<Place>(
    `select round((s.lat + (random() - 0.5) * w)::numeric, 5)::float8 as lat,
            round((s.lng + (random() - 0.5) * w)::numeric, 5)::float8 as lng
       from (select lat, lng, case when row_number() over (order by md5(gtfs_id || 'query')) % 2 = 0 then 0.002 else 0.2 end as w
               from app.stops order by md5(gtfs_id || 'query') limit $1) s`,
    [PLACES],
  )

async function measure(call: (at: number) => Promise<unknown>, width: number) {
  const times: number[] = []
  const startedMs = performance.now()
  let at = Math.floor(Math.random() * 1_000_000)
  const work = async () => {
    while (performance.now() - startedMs < SECONDS * 1_000) {
      const askedMs = performance.now()
      const reply = await call(at++)
      times.push(performance.now() - askedMs)
      if (!reply) throw new Error('The feed did not answer.')
      if (at % 64 === 0) await otherWork() // the feed's own requests
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return {
    perSecond: (times.length * 1_000) / (performance.now() - startedMs),
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}
