import type { RequestListener } from 'node:http'
import { causeOf } from './cause.ts'
import { log } from './log.ts'
import { staticFiles } from './static-files.ts'

type Options = { dir: string; hostname: string; port: number }

/** The pages of a built app, as Next documents it for a server of one's own, and its static files ahead of them. */
export function nextPages(options: Options): {
  listener: RequestListener
  prepare: () => Promise<unknown>
  close: () => Promise<void>
} {
  const files = staticFiles(options.dir)
  let started: ReturnType<typeof startNext> | undefined
  const start = () => {
    started ??= startNext(options)
    return started
  }

  /** Starts Next with the first page, unless it was prepared: a process that serves none needs neither time nor memory. */
  const servePage: RequestListener = async (request, response) => {
    try {
      await (await start()).getRequestHandler()(request, response)
    } catch (error) {
      log.error({ cause: causeOf(error) }, 'Next failed to handle a request')
      if (!response.headersSent) response.statusCode = 500
      response.end()
    }
  }
  return {
    listener: (request, response) => files(request, response, () => servePage(request, response)),
    prepare: start,
    close: async () => (await started)?.close(),
  }
}

async function startNext(options: Options) {
  try {
    const { default: next } = await import('next')
    const app = next({ dev: false, ...options })
    await app.prepare()
    return app
  } catch (error) {
    log.error({ cause: causeOf(error) }, 'Next failed to start')
    process.exit(1)
  }
}
