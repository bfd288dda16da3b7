import { FolderInUse } from '../../../scripts/lib/lock.mjs'
import { readEnv } from './env.ts'
import { MigrationError } from './migrations.ts'
import { startLocalSupabase } from './start.ts'

/** The embedded Supabase as a process: `npm start -w @salama/local-supabase`; `--fresh` deletes the data first. */
async function main(): Promise<void> {
  const env = readEnv()
  const startedAt = performance.now()
  // Never seed the demo into a user's own PostgreSQL.
  const supabase = await startLocalSupabase({
    ...env,
    demo: !env.databaseUrl,
    story: !env.databaseUrl,
    fresh: process.argv.includes('--fresh'),
    log: (line) => console.log(line),
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `Supabase is ready on ${supabase.url} after ${seconds} s${env.databaseUrl ? '' : `, e-mails at ${supabase.url}/mailbox`}`,
  )

  let isClosing = false
  const close = async (): Promise<void> => {
    if (isClosing) return
    isClosing = true
    await supabase.close()
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}

main().catch((error: unknown) => {
  const isExpected = error instanceof FolderInUse || error instanceof MigrationError
  console.error(isExpected ? error.message : error)
  process.exit(1)
})
