import type { ServerAccess } from '@salama/domain/server-rpc'
import { startLocalSupabase } from '@salama/local-supabase'
import { readEnv } from '@salama/local-supabase/env'
import { reachedAt } from '../../processes/src/app-env.mjs'
import { serverToken } from '../../processes/src/server-token.mjs'
import { readProjectEnv, supabaseHost } from './env.ts'

export type Project = ServerAccess & { close: () => Promise<void> }

/**
 * The Supabase that a command works on: SUPABASE_URL, or the local one, which is opened for the duration if it is not
 * running. A running one holds the lock of its data folder, so a command calls its API, as the operator.
 */
export async function openProject(): Promise<Project> {
  const close = async () => {}
  const given = readProjectEnv()
  if (given) return { ...given, close }
  const env = readEnv()
  const url = ownAddress(env)
  const access = { publishableKey: env.publishableKey, token: serverToken('operator', env) }
  if (await answers(url)) return { url, ...access, close }
  console.error('The local Supabase is not running: opening its database')
  const started = await startLocalSupabase({ ...env, port: 0, log: (line) => console.error(line) })
  return { url: started.url, ...access, close: started.close }
}

/** Where the Supabase of this installation is, if it runs. */
export const ownAddress = ({ host, port }: { host: string; port: number }) =>
  `http://${supabaseHost() ?? reachedAt(host)}:${port}`

export async function answers(url: string): Promise<boolean> {
  const health = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  return health?.ok ?? false
}
