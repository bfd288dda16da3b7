import { diskSpace, watchSystem } from '@salama/domain/system'
import { log } from '@salama/http'
import { Gauge, type Registry } from 'prom-client'
import { whyFailed } from './task.ts'

/** A point in time, as Prometheus has them. */
const at = (time: string | null) => (time === null ? null : Date.parse(time) / 1000)

/**
 * Makes the metrics of what the database and the disk tell. They are asked anew at each call of what this returns, and where they
 * do not answer nothing is told of them: an old number would hide it.
 */
export function watchState(registry: Registry): () => Promise<void> {
  const clear: (() => void)[] = []
  /** Without a value it is not told. */
  const gauge = (name: string, help: string, labelNames: string[] = []) => {
    const made = new Gauge({ name: `salama_${name}`, help, labelNames, registers: [registry] })
    clear.push(() => (labelNames.length > 0 ? made.reset() : made.remove())) // reset would make it 0
    return (value: number | null | undefined, labels: Record<string, string> = {}) =>
      value != null && made.set(labels, value)
  }
  const isUp = gauge('database_up', '1 while the database answers the worker')
  const bytes = gauge('database_bytes', 'Size of the database')
  const lag = gauge('public_feed_lag_seconds', 'Age of the oldest change that the public feed has not told')
  const area = gauge('service_area', '1 where there is an area to report from')
  const backup = gauge('backup_timestamp_seconds', 'When the latest backup was made; absent without any')
  const applied = gauge('feed_applied_timestamp_seconds', 'When a feed of the network was loaded last', ['feed'])
  const ends = gauge('feed_ends_timestamp_seconds', 'The last day in the calendar of a feed', ['feed'])
  const waiting = gauge('jobs_waiting', 'Mails and other jobs that are not done yet', ['task'])
  const late = gauge('jobs_late_seconds', 'For how long the first of them has been due', ['task'])
  const dead = gauge('jobs_dead', 'Jobs that were given up', ['task'])
  const open = gauge('review_open', 'Entries that wait for a reviewer')
  const overdue = gauge('review_overdue', 'Those that should have been decided')
  const oldest = gauge('review_oldest_seconds', 'Age of the oldest of them')
  const free = gauge('disk_free_bytes', 'Room in the data folder')
  const room = gauge('disk_bytes', 'Size of the disk of the data folder')

  return async () => {
    const [state, disk] = await Promise.all([
      watchSystem().catch((error: unknown) => log.warn(whyFailed(error), 'the state of the service could not be read')),
      diskSpace(),
    ])
    for (const each of clear) each()
    isUp(state ? 1 : 0)
    free(disk?.freeBytes)
    room(disk?.bytes)
    if (!state) return
    bytes(state.databaseBytes)
    lag(state.publicFeed.lagS)
    area(state.publicFeed.hasServiceArea ? 1 : 0)
    backup(at(state.backedUpAt))
    for (const { feed, appliedAt, endsOn } of state.feeds) {
      applied(at(appliedAt), { feed })
      ends(at(endsOn), { feed })
    }
    for (const { task, ...job } of state.jobs) {
      waiting(job.waiting, { task })
      late(job.lateS, { task })
      dead(job.failed, { task })
    }
    open(state.review.open)
    overdue(state.review.overdue)
    oldest(state.review.oldestS)
  }
}
