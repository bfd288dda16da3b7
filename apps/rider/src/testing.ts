import { listMainStages, searchPointsOfInterest } from '@salama/domain/network/contract'
import { getReportContext } from '@salama/domain/reports/contract'
import { appWith } from '@salama/ui/testing/app.tsx'
import { fakeServer } from '@salama/ui/testing/fake-server.ts'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }
import '../app/globals.css'

/** Around every component in a component test. */
export const App = appWith({ en, sw })

/** The stage of the tests. */
export const KOJA = {
  id: '00000000-0000-5000-8000-0000000000a1',
  name: 'Koja',
  kind: 'stop' as const,
  place: { lat: -1.2812, lng: 36.8226 },
  corridor: null,
  area: 'Starehe',
  routes: ['44'],
  distanceM: null,
}
const page = { nextCursor: null }

/** A rider's server: somebody is signed in or nobody, the stage Koja is known, and nothing is reported there. */
export function riderServer(name: 'amina' | 'baraka' | 'eve' | null = 'amina') {
  const server = fakeServer()
  server.signedIn(name)
  server.serve('get', '/api/map-search', () =>
    Response.json(searchPointsOfInterest.reply.parse({ data: [KOJA], page })),
  )
  server.answer(listMainStages, { data: [KOJA], page })
  server.answer(getReportContext, { ...getReportContext.examples.reply, incident: null })
  // A map without streets.
  server.serve('get', '/basemap/index.json', () => new Response(null, { status: 404 }))
  server.serve('get', '/api/corridor-map', () => new Response(null, { status: 404 }))
  server.serve('get', '/api/feed-credits', () => new Response(null, { status: 404 }))
  return server
}
