export { FEED_LIMITS, LiveFeed } from './live-feed.ts'
export { liveFeed, stopLiveFeed } from './running.ts'
