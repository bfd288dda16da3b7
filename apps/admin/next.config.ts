import { salamaNextConfig } from '@salama/ui/next-config.ts'

// A feed that an admin sends passes the proxy, which would cut it off at 10 MB; MAX_FEED_BYTES is what the route takes.
export default salamaNextConfig({ experimental: { proxyClientMaxBodySize: '33mb' } })
