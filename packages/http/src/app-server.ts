// The process of an app that Next answers alone; the API has its own (apps/api/server.ts).
//
//   node ../../packages/http/src/app-server.ts -H 127.0.0.1 -p 3001      in the app's folder, after `next build`

import { startServer } from './start-server.ts'

await startServer()
