import { getCurrentUser } from '@salama/domain/accounts/contract'
import { exampleIncident, listNearbyIncidents } from '@salama/domain/incidents/contract'
import type { AuthEndpoint } from '@salama/session'

// The first samples that a developer pastes. The tests run them against the service.

const PLACE = { lat: -1.2812, lng: 36.8226 }

export const curlSample = (api: string) =>
  `SALAMA_KEY='svc_live_…'
curl "${api}${listNearbyIncidents.path}?lat=${PLACE.lat}&lng=${PLACE.lng}&radiusM=5000" \\
  -H "X-API-KEY: $SALAMA_KEY"`

export const installSample = (api: string) =>
  `npm init -y && npm pkg set type=module
npm install openapi-fetch openapi-typescript typescript@5
npx openapi-typescript ${api}/api/openapi.json -o salama.ts`

export const typescriptSample = (api: string) =>
  `// first-call.ts, for Node 22.18 or newer: SALAMA_KEY='svc_live_…' node first-call.ts
import createClient from 'openapi-fetch'
import type { paths } from './salama'

const salama = createClient<paths>({
  baseUrl: '${api}',
  headers: { 'X-API-KEY': process.env.SALAMA_KEY },
})
const { data, error } = await salama.GET('${listNearbyIncidents.path}', {
  params: { query: { lat: ${PLACE.lat}, lng: ${PLACE.lng}, radiusM: 5000 } },
})
if (error) throw new Error(error.title)
for (const incident of data.data) console.log(incident.category, incident.reports)`

/** Exchanges a name and password for an access token and a refresh token. */
export const tokenSample = ({ url, publishableKey }: AuthEndpoint) =>
  `curl '${new URL('/auth/v1/token?grant_type=password', url)}' \\
  -H 'apikey: ${publishableKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"email": "you@example.com", "password": "…"}'`

export const bearerSample = (api: string) =>
  `SALAMA_TOKEN='eyJ…'
curl "${api}${getCurrentUser.path}" \\
  -H "Authorization: Bearer $SALAMA_TOKEN"`

export const answerSample = JSON.stringify(listNearbyIncidents.examples.reply, null, 2)

const DAY_MS = 24 * 60 * 60_000

/** What can be built, each with the request that shows it. `now` is in milliseconds. */
export function uses(api: string, now: number) {
  const { category } = exampleIncident
  const get = (path: string, query = '', ...options: string[]) => ({
    path,
    curl: [`curl "${api}/api/v1${path}${query}"`, '-H "X-API-KEY: $SALAMA_KEY"', ...options].join(' \\\n  '),
  })
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const lastMonth = new Date(now).setUTCDate(0)
  const webhooks = '/api-keys/{id}/webhooks'
  return [
    { key: 'alerts', ...get('/gtfs-rt/alerts.pb', '', '-o alerts.pb') },
    { key: 'map', ...get('/incidents', '', "-H 'Accept: application/geo+json'") },
    { key: 'history', ...get('/incidents/history', `?since=${day(now - 30 * DAY_MS)}T00:00:00Z&category=${category}`) },
    { key: 'counts', ...get('/stats', `?month=${day(lastMonth).slice(0, 7)}&by=corridor`) },
    { key: 'copy', ...get('/incidents/changes', '?limit=100') },
    { key: 'stream', ...get('/incidents/changes/stream', '?maxSeconds=600', '--no-buffer') },
    {
      key: 'push',
      path: webhooks,
      curl: `KEY_ID='…' SALAMA_TOKEN='eyJ…'
curl "${api}/api/v1${webhooks.replace('{id}', '$KEY_ID')}" \\
  -H "Authorization: Bearer $SALAMA_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"url": "https://planner.example/salama", "categories": ["${category}"]}'`,
    },
  ] as const
}

export const clientSample = `import { createClient, watchChanges } from '@salama/client'

const api = createClient({ baseUrl: process.env.SALAMA_URL, apiKey: process.env.SALAMA_KEY })
for await (const { changes } of watchChanges(api))
  for (const change of changes) console.log(change.change, change.incidentId)`

export const pythonSample = `from salama import Salama

for changes, cursor in Salama().watch_changes():
    for change in changes:
        print(change["change"], change["incidentId"])`
