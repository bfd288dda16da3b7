// The process of the API app: `/api/v1` is answered ahead of Next, everything else by Next. `next start` serves the
// same app from the same route files, only slower (docs/decisions/api-server.md).
//
//   node server.ts -H 127.0.0.1 -p 3000      after `next build`, with the same options as `next start`

import { nextPages } from '@salama/http/next-pages'
import { prepareProcess } from '@salama/http/prepare-process'
import { KEEP_ALIVE_MS, serverOptions, stopOnSignals } from '@salama/http/serve'
import { createApiServer } from './src/http-server/api-server.ts'
import { listen } from './src/http-server/listen.ts'
import { loadRoutes } from './src/http-server/routes.ts'

const { hostname, port } = serverOptions()
await prepareProcess()

const pages = nextPages({ dir: import.meta.dirname, hostname, port })
const server = createApiServer(await loadRoutes(), pages.listener)
server.keepAliveTimeout = KEEP_ALIVE_MS
const listening = await listen(server, { port, host: hostname })
stopOnSignals(server, listening, pages.close)
