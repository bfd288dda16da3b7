import { watch } from '../../http/src/watch.ts'
import { REMOVE_DEMO } from '../../processes/src/demo.mjs'
import { mayHaveDemo } from './data-folder.ts'
import { readDemoEnv, readEnv } from './env.ts'
import { EXPECTED } from './expected.ts'
import { startLocalSupabase } from './start.ts'

/** Then the process ends, and whoever keeps it running starts it again. */
const DATABASE_WAIT_S = 60

/**
 * The embedded Supabase as a process: `npm start -w @salama/local-supabase`; `--fresh` deletes the data first,
 * `--remove-demo-accounts` makes those of the demo unusable. The demo is only in a folder that began with it, and only
 * where nobody else can reach it.
 */
async function main(): Promise<void> {
  const env = readEnv()
  const startedAt = performance.now()
  await watch()
  const { noDemo, isPublic } = readDemoEnv()
  const fresh = process.argv.includes('--fresh')
  const demo = noDemo === undefined && mayHaveDemo(env.dataDir, fresh)
  const supabase = await startLocalSupabase({
    ...env,
    demo,
    story: demo,
    ...(noDemo !== undefined && { noDemo: { because: noDemo, remove: process.argv.includes(REMOVE_DEMO) } }),
    ...(isPublic && { persistMails: false, dropMails: true }),
    fresh,
    databaseWaitS: DATABASE_WAIT_S,
    log: (line) => console.log(line),
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `Supabase is ready on ${supabase.url} after ${seconds} s${supabase.hasMailbox ? `, e-mails at ${supabase.url}/mailbox` : ''}`,
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
  const isExpected = error instanceof Error && EXPECTED.some((kind) => error instanceof kind)
  console.error(isExpected ? error.message : error)
  process.exit(1)
})
