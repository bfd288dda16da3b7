export { FeedIndex } from './feed-index.ts'
export { LiveFeed } from './live-feed.ts'
export { liveFeed, stopLiveFeed } from './running.ts'
