import type { RequestListener } from 'node:http'
import { causeOf } from './cause.ts'
import { log } from './log.ts'

type Options = { dir: string; hostname: string; port: number; dev: boolean }

/** The pages of an app, as Next documents it for a server of one's own. Next starts with the first page, unless prepared. */
export function nextPages(options: Options): {
  listener: RequestListener
  prepare: () => Promise<unknown>
  close: () => Promise<void>
} {
  let started: ReturnType<typeof startNext> | undefined
  const start = () => {
    started ??= startNext(options)
    return started
  }
  return {
    listener: async (request, response) => {
      try {
        await (await start()).getRequestHandler()(request, response)
      } catch (error) {
        log.error({ cause: causeOf(error) }, 'Next failed to handle a request')
        if (!response.headersSent) response.statusCode = 500
        response.end()
      }
    },
    prepare: start,
    close: async () => (await started)?.close(),
  }
}

async function startNext(options: Options) {
  try {
    const { default: next } = await import('next')
    const app = next(options)
    await app.prepare()
    return app
  } catch (error) {
    log.error({ cause: causeOf(error) }, 'Next failed to start')
    process.exit(1)
  }
}
