// The API of server.ts in a process of its own, without Next, so that a test needs no build: `node lane-process.ts <port>`.

import { prepareProcess } from '@salama/http/prepare-process'
import { createLane } from '../src/lane/lane.ts'
import { loadRoutes } from '../src/lane/routes.ts'

await prepareProcess()
createLane(await loadRoutes(), (_, response) => response.writeHead(404).end()).listen(
  Number(process.argv[2]),
  '127.0.0.1',
)
