import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type LocalSupabase, startLocalSupabase } from '@salama/local-supabase'
import { afterAll, beforeAll } from 'vitest'
import { makeSecrets } from '../../../processes/src/secrets.mjs'
import { serverToken } from '../../../processes/src/server-token.mjs'

const KEYS = {
  ...makeSecrets(),
  publishableKey: 'sb_publishable_of_this_test',
  secretKey: 'sb_secret_of_this_test',
}

type Ended = { code: number; out: string; err: string }

/** An embedded Supabase for the tests of a file, and a command as its operator runs it beside it. */
export function commandBesideSupabase(name: string) {
  let started: LocalSupabase | undefined
  const supabase = () => {
    if (!started) throw new Error('It starts before the first test')
    return started
  }
  beforeAll(async () => {
    started = await startLocalSupabase({
      port: 0,
      dataDir: 'memory',
      ...KEYS,
    })
  })
  afterAll(() => started?.close())

  const run = (args: string[], env: Record<string, string>) =>
    new Promise<Ended>((resolve) => {
      const script = join(import.meta.dirname, '../commands', name)
      execFile(process.execPath, [script, ...args], { env: { NODE_ENV: 'test', ...env } }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      )
    })
  const runWithToken = (args: string[], token = serverToken('operator', KEYS)) =>
    run(args, {
      SUPABASE_URL: supabase().url,
      SUPABASE_PUBLISHABLE_KEY: KEYS.publishableKey,
      OPERATOR_SERVER_TOKEN: token,
    })
  const query: LocalSupabase['query'] = (text, params) => supabase().query(text, params)
  return { supabase, query, run, runWithToken }
}
