// The process of an app that Next answers alone; the API has its own (apps/api/server.ts).
//
//   node ../../packages/http/src/app-server.ts -H 127.0.0.1 -p 3001      in the app's folder, after `next build`

import { nextPages } from './next-pages.ts'
import { ownServer } from './own-server.ts'
import { prepareProcess } from './prepare-process.ts'
import { KEEP_ALIVE_MS, serverOptions, stopOnSignals } from './serve.ts'

const { hostname, port } = serverOptions()
await prepareProcess()

const pages = nextPages({ dir: process.cwd(), hostname, port })
await pages.prepare()
const server = ownServer(pages.listener, { keepAliveTimeout: KEEP_ALIVE_MS })
server.listen(port, hostname)
stopOnSignals(server, [server], pages.close)
