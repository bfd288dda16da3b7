// The process of the API app: `/api/v1` is answered ahead of Next, everything else by Next, whose routes are the same files,
// only slower (docs/decisions/api-server.md).
//
//   node server.ts -H 127.0.0.1 -p 3000      after `next build`

import { startServer } from '@salama/http/start-server'
import { apiAhead } from './src/http-server/api-ahead.ts'
import { loadRoutes } from './src/http-server/routes.ts'

await startServer(async () => apiAhead(await loadRoutes()))
