import { once } from 'node:events'
import { createServer } from 'node:http'
import { watch } from '@salama/http/metrics'
import { readSettings } from './env.ts'
import { makeTasks } from './tasks.ts'
import { startWorking, workOnce } from './work.ts'

/**
 * What no request does: mails, webhooks, push messages, pictures to delete, what is due by time. Several may run.
 * `/health` and `/readyz` answer 503 without the database. `--once` does what is due now and ends.
 */
async function main(): Promise<void> {
  const settings = readSettings()
  const tasks = makeTasks(settings)
  if (process.argv.includes('--once')) {
    await workOnce(tasks)
    process.exit(0)
  }
  await watch(async () => (await import('./watch-state.ts')).watchState)
  const worker = startWorking(tasks)
  const server = createServer(({ url }, response) => {
    const checks = { database: worker.isWell() ? 'ok' : 'failed' }
    response.writeHead(url === '/healthz' || worker.isWell() ? 200 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ checks }))
  })
  server.listen(settings.port, settings.host)
  await once(server, 'listening')

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    server.close()
    await worker.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
