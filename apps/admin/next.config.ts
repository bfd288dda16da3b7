import { salamaNextConfig } from '@salama/ui/next-config.ts'

// The proxy limits bodies to 10 MB by default; an uploaded feed may have MAX_FEED_BYTES, which the route enforces.
export default salamaNextConfig({ experimental: { proxyClientMaxBodySize: '33mb' } })
