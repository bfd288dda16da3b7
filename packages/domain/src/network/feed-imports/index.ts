export { checkFeed, checkProjectFeed } from './check-feed.ts'
export { FeedImport, FeedProblem, KnownFeed, MAX_FEED_BYTES } from './contract.ts'
export { applyFeed, discardFeed, getFeedImport, listFeedImports } from './feed-imports.ts'
