import { type Compared, compare, type Effort, type Target } from './compare.ts'
import { atLeast, type Part, spread, type Table } from './results.ts'
import { anyOf, nearOne, type Stack } from './stack.ts'

const CONNECTIONS = 16
const NEARBY = '/api/v1/incidents/nearby'
const FUNCTION = 'get_incident_feed_nearby'

/** Names of the targets, as they are shown. */
const BARE = 'bare node:http, the same bytes'
const HOT = 'api'
const RANDOM = 'api, a new place each time'
const VEHICLE = 'api, a vehicle by its plate'
const SEARCH = 'api, search'
const ETAG = 'api, the ETag matches'
const NEXT = 'api as `next start`'
const NEXT_HEALTH = '`next start`, an operation that asks nothing'
const UNCACHED = 'api, nothing in memory'
const FASTIFY = 'Fastify + pg'
const FASTIFY_VEHICLE = 'Fastify + pg, a vehicle by its plate'
const FASTIFY_SEARCH = 'Fastify + pg, search'
const GRAPHILE = 'PostGraphile 5'
const RPC = 'RPC'
const LITE = 'RPC of lite'

/**
 * Incidents nearby over HTTP with a user's token, all checks and limits on, from the feed in memory and from the
 * database, beside what else could answer it: all of them over one database, in turn.
 */
export async function http(stack: Stack, effort: Effort): Promise<Part> {
  const api = (await stack.startApi({ liveFeed: true })).url
  const next = (await stack.startApi({ liveFeed: true, nextAlone: true })).url
  const uncached = (await stack.startApi({ liveFeed: false })).url
  const headers = { authorization: `Bearer ${stack.accessToken}` }
  const paths = stack.places.map(({ lat, lng }) => `${NEARBY}?lat=${lat}&lng=${lng}`)
  await waitForFeed([api, next], uncached, paths, headers)
  const first = await sample(`${api}${paths[0]}`, headers)
  const bare = await stack.startPeer('bare', JSON.stringify(first))
  const fastify = await stack.startPeer('fastify', stack.databaseUrl)
  const graphile = await stack.startPeer('postgraphile', stack.databaseUrl)

  const gets = (name: string, url: string, path: () => string, own: Record<string, string> = headers): Target => ({
    name,
    url,
    requests: [{ setupRequest: (request) => ({ ...request, method: 'GET', path: path(), headers: own }) }],
  })
  const nearby = (name: string, url: string) => gets(name, url, () => anyOf(paths))
  const newPlace = () => {
    const { lat, lng } = nearOne(stack.places)
    return `${NEARBY}?lat=${lat}&lng=${lng}`
  }
  const vehicle = () => `/vehicles/${encodeURIComponent(anyOf(stack.plates))}`
  const search = () => `/search?q=${encodeURIComponent(anyOf(stack.texts))}`
  const targets: Target[] = [
    nearby(HOT, api),
    gets(RANDOM, api, newPlace),
    { name: ETAG, url: api, status: 304, requests: await withEtags(api, paths, headers) },
    nearby(BARE, bare),
    nearby(NEXT, next),
    gets(NEXT_HEALTH, next, () => '/api/v1/health'),
    nearby(UNCACHED, uncached),
    gets(FASTIFY, fastify, () => anyOf(paths).replace('/api/v1', ''), {}),
    gets(VEHICLE, api, () => `/api/v1${vehicle()}`),
    gets(FASTIFY_VEHICLE, fastify, vehicle, {}),
    gets(SEARCH, api, () => `/api/v1${search()}`),
    gets(FASTIFY_SEARCH, fastify, search, {}),
    graphileTarget(graphile, stack),
    rpcTarget(RPC, stack),
    // A preference that changes nothing, and that our server leaves to lite.
    rpcTarget(LITE, stack, { prefer: 'handling=lenient' }),
  ]
  const compared = await compare(targets, CONNECTIONS, effort)
  console.log('  64 connections')
  const crowded = await compare([nearby(HOT, api), rpcTarget(RPC, stack)], 64, effort)
  const { ratio } = compared
  return {
    goals: [
      atLeast('nearby from memory / bare node:http with the same bytes', ratio(HOT, BARE), 0.3),
      atLeast('nearby from memory / Fastify + pg with the same SQL', ratio(HOT, FASTIFY), 5),
      atLeast('nearby from memory, a new place each time / places asked before', ratio(RANDOM, HOT), 0.6),
      atLeast('a vehicle by its plate / Fastify + pg with the same SQL', ratio(VEHICLE, FASTIFY_VEHICLE), 0.5),
      atLeast('search / Fastify + pg with the same SQL', ratio(SEARCH, FASTIFY_SEARCH), 0.5),
      atLeast('the same with a matching ETag / bare node:http', ratio(ETAG, BARE), 0.4),
      atLeast('RPC / the RPC of lite', ratio(RPC, LITE), 4),
    ],
    tables: [
      tableOf(`Incidents nearby, ${CONNECTIONS} connections, ${(first.body.length / 1024).toFixed(1)} kB`, compared),
      tableOf('The same with 64 connections', crowded),
    ],
    bars: compared.rows,
  }
}

/** Incidents nearby at a stop, answered by the function over Supabase's REST API. */
const rpcTarget = (
  name: string,
  { supabase, accessToken, places }: Stack,
  more: Record<string, string> = {},
): Target => ({
  name,
  url: supabase.url,
  requests: places.map(({ lat, lng }) => ({
    method: 'POST',
    path: `/rest/v1/rpc/${FUNCTION}`,
    headers: {
      authorization: `Bearer ${accessToken}`,
      apikey: supabase.publishableKey,
      'content-type': 'application/json',
      'content-profile': 'api',
      ...more,
    },
    body: JSON.stringify({ p_lat: lat, p_lng: lng }),
  })),
})

const graphileTarget = (url: string, { places }: Stack): Target => ({
  name: GRAPHILE,
  url,
  requests: places.map(({ lat, lng }) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      query: 'query ($lat: Float!, $lng: Float!) { getIncidentFeedNearby(pLat: $lat, pLng: $lng) }',
      variables: { lat, lng },
    }),
  })),
})

const tableOf = (title: string, { rows }: Compared): Table => ({
  title,
  columns: ['', 'requests/s', 'p50 ms', 'p99 ms'],
  rows: rows.map(({ name, perSecond, p50Ms, p99Ms }) => [name, spread(perSecond), spread(p50Ms), spread(p99Ms)]),
})

/** Headers that node:http adds by itself, and those that differ from request to request. */
const OWN = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** A response without what node:http adds by itself. */
export async function sample(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })
  const kept = [...response.headers].filter(([name]) => !OWN.includes(name))
  return { status: response.status, headers: Object.fromEntries(kept), body: await response.text() }
}

/** The same requests, each with the ETag of its reply. */
const withEtags = (api: string, paths: string[], headers: Record<string, string>) =>
  Promise.all(
    paths.map(async (path) => {
      const { headers: of } = await sample(`${api}${path}`, headers)
      return { method: 'GET' as const, path, headers: { ...headers, 'if-none-match': of.etag ?? '' } }
    }),
  )

/**
 * A process loads the feed at its first read, and a place when first asked for: until then ETags are the database's.
 */
async function waitForFeed(urls: string[], uncached: string, paths: string[], headers: Record<string, string>) {
  const until = performance.now() + 180_000
  for (const path of paths) {
    const etagOf = async (url: string) => (await sample(`${url}${path}`, headers)).headers.etag
    const fromDatabase = await etagOf(uncached)
    for (const url of urls)
      while ((await etagOf(url)) === fromDatabase) {
        if (performance.now() > until) throw new Error(`${url} did not load the feed`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
  }
}
