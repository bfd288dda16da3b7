import { type Compared, compare, type Effort, type Target } from './compare.ts'
import { sample } from './http.ts'
import { type Part, spread } from './results.ts'
import type { Stack } from './stack.ts'

const CONNECTIONS = 16

/** Names of the targets, as they are shown. */
const HOME = 'first page, `/en`'
const HOME_UNCACHED = 'first page, nothing in memory'
const VEHICLE = 'a vehicle, `/en/v/<code>`'
const CORRIDOR = 'a corridor, `/en/corridors/<slug>`'
const TEXT = 'a page made by the build, `/en/about-data`'
const BARE = "bare node:http, the first page's bytes"

/** The rider app's pages as rendered for visitors, beside one that the build rendered, and beside node:http. */
export async function pages(stack: Stack, effort: Effort): Promise<Part> {
  const rider = await stack.startRider({ liveFeed: true })
  const uncached = await stack.startRider({ liveFeed: false })
  const { database, places } = stack
  const homes = places.map(({ lat, lng }) => `/en?lat=${lat}&lng=${lng}`)
  const vehicles = await database.query<{ code: string }>(
    'select public_code as code from app.vehicles where retired_at is null order by md5(id::text) limit 100',
  )
  const corridors = await database.query<{ slug: string }>('select slug from app.corridors order by slug')
  const bare = await stack.startPeer('bare', JSON.stringify(await sample(`${rider}${homes[0]}`, {})))
  const target = (name: string, url: string, paths: readonly string[]): Target => ({
    name,
    url,
    requests: paths.map((path) => ({ method: 'GET', path })),
  })
  const compared = await compare(
    [
      target(HOME, rider, homes),
      target(HOME_UNCACHED, uncached, homes),
      target(
        VEHICLE,
        rider,
        vehicles.map(({ code }) => `/en/v/${code}`),
      ),
      target(
        CORRIDOR,
        rider,
        corridors.map(({ slug }) => `/en/corridors/${slug}`),
      ),
      target(TEXT, rider, ['/en/about-data']),
      target(BARE, bare, ['/']),
    ],
    CONNECTIONS,
    effort,
  )
  return {
    goals: [],
    tables: [
      {
        title: `The rider app's pages, one process, ${CONNECTIONS} connections`,
        columns: ['', 'requests/s', 'p50 ms', 'p99 ms', 'of the page made by the build'],
        rows: rowsOf(compared),
      },
    ],
  }
}

const rowsOf = ({ rows, ratio }: Compared) =>
  rows.map(({ name, perSecond, p50Ms, p99Ms }) => [
    name,
    spread(perSecond),
    spread(p50Ms),
    spread(p99Ms),
    `${spread(ratio(name, TEXT))} ×`,
  ])
