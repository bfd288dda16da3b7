// The API of server.ts in a process of its own, without Next, so that a test needs no build: `node server-process.ts <port>`.

import { createServer } from '@salama/http/server'
import { apiAhead } from '../src/http-server/api-ahead.ts'
import { loadRoutes } from '../src/http-server/routes.ts'

createServer({ api: apiAhead(await loadRoutes()), pages: (_, response) => response.writeHead(404).end() }).listen(
  Number(process.argv[2]),
  '127.0.0.1',
)
