// The API of server.ts in a process of its own, without Next, so that a test needs no build: `node server-process.ts <port>`.
// `/copy` says whether the feed is loaded.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { liveFeed } from '@salama/domain/incidents/memory-feed'
import { createServer } from '@salama/http/server'
import { apiAhead } from '../src/http-server/api-ahead.ts'
import { loadRoutes } from '../src/http-server/routes.ts'

const pages = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.url === '/copy') response.end((await liveFeed()?.read()) ? 'loaded' : 'not loaded')
  else response.writeHead(404).end()
}
createServer({ api: apiAhead(await loadRoutes()), pages }).listen(Number(process.argv[2]), '127.0.0.1')
