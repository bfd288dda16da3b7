import { randomUUID } from 'node:crypto'
import { exampleIncident } from '@salama/domain/incidents/contract'
import { FeedIndex } from '@salama/domain/incidents/memory-feed'
import { buildAlerts, readSettings } from '@salama/domain/incidents/service-alerts'
import { type Effort, spreadOf } from './compare.ts'
import { atMost, type Part } from './results.ts'

// How long the GTFS-Realtime alerts take to be put together again when one of many incidents has changed.

const LIVE = 10_000
const GOAL_MS = 50
const TURNS = 50

const rowOf = () => {
  const incident = { ...exampleIncident, id: randomUUID(), routes: Array(8).fill(exampleIncident.routes[0]) }
  const { id, category, place } = incident
  return { ...place, id, category, lastSeenAt: 1, visibleUntil: 2, json: JSON.stringify(incident), tag: id }
}

export async function alerts({ rounds }: Effort): Promise<Part> {
  process.env.SALAMA_RIDER_URL = 'http://localhost:3001'
  const settings = await readSettings()
  const rows = Array.from({ length: LIVE }, rowOf)
  const index = new FeedIndex(rows)
  const timed = () => {
    const startedMs = performance.now()
    buildAlerts(index.rows(), '', settings)
    return performance.now() - startedMs
  }
  const firstMs = timed()
  const medians = Array.from({ length: rounds }, () => {
    const times = Array.from({ length: TURNS }, () => {
      const changed = rowOf()
      index.replace([rows.pop()?.id ?? ''], [changed])
      return timed()
    })
    return spreadOf(times).median
  })
  const cells = [LIVE.toLocaleString('en'), firstMs.toFixed(0), spreadOf(medians).median.toFixed(1)]
  return {
    goals: [atMost('alerts of 10,000 live incidents after one has changed', spreadOf(medians), GOAL_MS, 'ms')],
    tables: [
      {
        title: 'GTFS-Realtime alerts',
        note: 'Each with a stop and eight routes. An alert is made once for each state of its incident; a request adds the time.',
        columns: ['live incidents', 'the first time, ms', 'after one has changed, ms'],
        rows: [cells],
      },
    ],
  }
}
