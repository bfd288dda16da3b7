export { LiveFeed } from './live-feed.ts'
export { stopLiveFeed } from './running.ts'
