import { listNearbyIncidents } from '@salama/domain/incidents/contract'

// What a developer pastes first. The tests run both against the service.

const PLACE = { lat: -1.2812, lng: 36.8226 }

export const curlSample = (api: string) =>
  `SALAMA_KEY='svc_live_…'
curl "${api}${listNearbyIncidents.path}?lat=${PLACE.lat}&lng=${PLACE.lng}&radiusM=5000" \\
  -H "X-API-KEY: $SALAMA_KEY"`

export const installSample = (api: string) =>
  `npm install openapi-fetch openapi-typescript
npx openapi-typescript ${api}/api/openapi.json -o salama.ts`

export const typescriptSample = (api: string) =>
  `import createClient from 'openapi-fetch'
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

export const answerSample = JSON.stringify(listNearbyIncidents.examples.reply, null, 2)
