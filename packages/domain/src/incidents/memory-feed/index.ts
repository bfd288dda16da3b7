export { LiveFeed } from './live-feed.ts'
export { liveFeed, stopLiveFeed } from './running.ts'
