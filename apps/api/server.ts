// The process of the API app: `/api/v1` is answered ahead of Next, everything else by Next. `next start` serves the
// same app from the same route files, only slower (docs/decisions/0064-the-api-ahead-of-next.md).
//
//   node server.ts -H 127.0.0.1 -p 3000      after `next build`, with the same options as `next start`

import type { RequestListener } from 'node:http'
import { parseArgs } from 'node:util'
import { causeOf, log } from '@salama/http'
import { prepareProcess } from '@salama/http/prepare-process'
import { createApiServer } from './src/http-server/api-server.ts'
import { closeServer } from './src/http-server/close-server.ts'
import { listen } from './src/http-server/listen.ts'
import { loadRoutes } from './src/http-server/routes.ts'

const { values: options } = parseArgs({
  options: {
    hostname: { type: 'string', short: 'H', default: '0.0.0.0' },
    port: { type: 'string', short: 'p', default: '3000' },
  },
})
const { hostname } = options
const port = Number(options.port)

await prepareProcess()

let pages: ReturnType<typeof startNext> | undefined

async function startNext() {
  try {
    const { default: next } = await import('next')
    const app = next({ dev: false, dir: import.meta.dirname, hostname, port })
    await app.prepare()
    return app
  } catch (error) {
    log.error({ cause: causeOf(error) }, 'Next failed to start')
    process.exit(1)
  }
}

/** Starts Next with the first page: a process that only answers the API needs neither the half second nor the memory. */
const servePage: RequestListener = async (request, response) => {
  try {
    pages ??= startNext()
    await (await pages).getRequestHandler()(request, response)
  } catch (error) {
    log.error({ cause: causeOf(error) }, 'Next failed to handle a request')
    if (!response.headersSent) response.statusCode = 500
    response.end()
  }
}

const server = createApiServer(await loadRoutes(), servePage)
server.keepAliveTimeout = 65_000 // ms, longer than that of a proxy in front of it
const listening = await listen(server, { port, host: hostname })

let isStopping = false

/** Finishes the requests that run, and exits with the code of the signal. */
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await closeServer(server, listening)
  await (await pages)?.close()
  process.exit(code)
}
process.on('SIGINT', () => stop(130))
process.on('SIGTERM', () => stop(143))
