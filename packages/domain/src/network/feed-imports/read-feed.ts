import { json } from 'node:stream/consumers'
import { serviceRpc } from '../../machinery/service-rpc.ts'
import { DomainError } from '../../shared/errors.ts'
import { stageFeed, withFeed } from '../gtfs/import-gtfs.ts'
import { GtfsFeedError } from '../gtfs/problems.ts'
import { type FeedOutcome, FeedTask } from './feed-task.ts'

// A process of its own, started by `runApart` for one feed: checks it and stages its rows. What to do comes by stdin,
// because it has a key in it; the outcome goes to stdout.

async function read(): Promise<FeedOutcome> {
  const { url, secretKey, importId, path, ...companions } = FeedTask.parse(await json(process.stdin))
  try {
    await withFeed(path, (source) => stageFeed({ ...companions, rpc: serviceRpc(url, secretKey) }, importId, source))
    return { is: 'staged' }
  } catch (error) {
    if (error instanceof GtfsFeedError) return { is: 'broken', problems: error.problems }
    if (error instanceof DomainError) return { is: 'refused', slug: error.slug, detail: error.detail }
    throw error
  }
}

process.stdout.write(JSON.stringify(await read()))
