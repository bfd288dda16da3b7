// The API of server.ts in a process of its own, without Next, so that a test needs no build: `node server-process.ts <port>`.

import { prepareProcess } from '@salama/http/prepare-process'
import { createApiServer } from '../src/http-server/api-server.ts'
import { loadRoutes } from '../src/http-server/routes.ts'

await prepareProcess()
createApiServer(await loadRoutes(), (_, response) => response.writeHead(404).end()).listen(
  Number(process.argv[2]),
  '127.0.0.1',
)
