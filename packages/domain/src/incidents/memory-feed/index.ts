export { FEED_LIMITS, LiveFeed } from './live-feed.ts'
export { runLiveFeed, stopLiveFeed } from './running.ts'
