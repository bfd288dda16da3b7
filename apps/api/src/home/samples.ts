import { getCurrentUser } from '@salama/domain/accounts/contract'
import { listNearbyIncidents } from '@salama/domain/incidents/contract'
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
