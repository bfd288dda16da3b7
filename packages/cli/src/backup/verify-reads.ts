import { isAnswer, READS } from '@salama/domain/health'
import { serverRpc } from '@salama/domain/server-rpc'
import { startLocalSupabase } from '@salama/local-supabase'
import { serverToken } from '../../../processes/src/server-token.mjs'
import { Refused } from '../outcome.ts'

/** Makes one read of each kind, as a visitor of the riders' app does, over a service that is there for it alone. */
export async function verifyReads(options: Omit<Parameters<typeof startLocalSupabase>[0], 'port'>): Promise<void> {
  const service = await startLocalSupabase({ ...options, port: 0 })
  try {
    const rpc = serverRpc({
      url: service.url,
      publishableKey: options.publishableKey,
      token: serverToken('rider', options),
    })
    for (const [name, read] of READS)
      await read(rpc).catch((error: unknown) => {
        if (isAnswer(error)) return
        throw new Refused(
          `After the restore this cannot be read: ${name} (${error instanceof Error ? error.message : error})`,
        )
      })
  } finally {
    await service.close()
  }
}
