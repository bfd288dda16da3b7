import { json } from 'node:stream/consumers'
import { serverRpc } from '../../machinery/server-rpc.ts'
import { DomainError } from '../../shared/errors.ts'
import { stageFeed, withFeed } from '../gtfs/import-gtfs.ts'
import { GtfsFeedError } from '../gtfs/problems.ts'
import { type FeedOutcome, FeedTask } from './feed-task.ts'

// A process of its own, started by `runApart` for one feed: checks it and stages its rows. What to do comes by stdin,
// because it has a token in it; the outcome goes to stdout.

async function read(): Promise<FeedOutcome> {
  const { url, publishableKey, token, importId, path, ...companions } = FeedTask.parse(await json(process.stdin))
  try {
    await withFeed(path, (source) =>
      stageFeed({ ...companions, rpc: serverRpc({ url, publishableKey, token }) }, importId, source),
    )
    return { is: 'staged' }
  } catch (error) {
    if (error instanceof GtfsFeedError) return { is: 'broken', problems: error.problems }
    if (error instanceof DomainError) return { is: 'refused', slug: error.slug, detail: error.detail }
    throw error
  }
}

process.stdout.write(JSON.stringify(await read()))
