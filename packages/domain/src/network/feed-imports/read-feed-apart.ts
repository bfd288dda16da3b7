import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { EndedApart, runApart } from '../../machinery/apart/run-apart.ts'
import { ofFile } from '../gtfs/problems.ts'
import { FeedOutcome, type FeedTask } from './feed-task.ts'

/** Of processor time, by the size of a feed's file: three times what one of 130 routes takes, two seconds for the smallest. */
const SECONDS_PER_MB = 6
const limitsFor = (bytes: number) => ({
  cpuS: 2 + Math.floor((bytes / 1024 / 1024) * SECONDS_PER_MB),
  wallMs: 10 * 60_000,
  memoryMb: 1024,
  maxOutputBytes: 16 * 1024 * 1024,
})

/** Reads a feed in a process of its own. One that costs too much is broken. */
export async function readFeedApart(task: FeedTask): Promise<FeedOutcome> {
  const { size } = await stat(task.path)
  try {
    const input = Buffer.from(JSON.stringify(task))
    return FeedOutcome.parse(JSON.parse((await runApart('apart/read-feed', input, limitsFor(size))).toString('utf8')))
  } catch (error) {
    if (!(error instanceof EndedApart) || error.why === 'failed') throw error
    return { is: 'broken', problems: [ofFile(basename(task.path), 'takes too long to read for its size')] }
  }
}
