// A page of what is going on, which follows the service. The key stays on this server.
// SALAMA_URL=… SALAMA_KEY=… node dashboard.mjs, then open http://localhost:8080
import { createServer } from 'node:http'
import { CursorExpiredError, createClient, watchChanges } from '@salama/client'

const { SALAMA_URL: baseUrl = 'http://localhost:3000', SALAMA_KEY: apiKey, PORT = '8080' } = process.env
const api = createClient({ baseUrl, apiKey })
const incidents = new Map()

const safe = (text) => String(text).replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
const row = ({ category, placeName, areaName, routes, corroboration, lastSeenAt }) => {
  const names = new Set((routes ?? []).map(({ shortName }) => shortName))
  const cells = [category, placeName ?? areaName ?? '', [...names].join(', '), corroboration, lastSeenAt]
  return `<tr>${cells.map((cell) => `<td>${safe(cell)}</td>`).join('')}</tr>`
}

createServer((_, response) => {
  const isLive = ({ lifecycle, expiresAt }) => lifecycle === 'active' && Date.parse(expiresAt) > Date.now()
  const live = [...incidents.values()].filter(isLive)
  live.sort((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><html lang="en"><meta http-equiv="refresh" content="30"><title>Now</title>
<h1>${live.length} incidents now</h1><table>${live.map(row).join('\n')}</table>`)
}).listen(PORT)

for (let cursor = null; ; cursor = null)
  try {
    for await (const { changes } of watchChanges(api, { cursor }))
      for (const change of changes)
        if (change.change === 'upsert') incidents.set(change.incidentId, change.incident)
        else incidents.delete(change.incidentId)
  } catch (error) {
    if (!(error instanceof CursorExpiredError)) throw error
    incidents.clear()
  }
