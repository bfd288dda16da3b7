import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { evictApiKey } from '../machinery/remembered-keys.ts'
import { useCase } from '../machinery/use-case.ts'
import { deleteOwnAccount as operation } from './contract.ts'

const Deleted = z.object({ apiKeyPrefixes: z.array(z.string()) })

/**
 * Deletes the caller's account. This process rejects their API keys at once, others when their cache expires.
 *
 * @throws {DomainError} `last_admin`
 */
export const deleteOwnAccount = useCase(operation, async (caller, { confirm }) => {
  const { apiKeyPrefixes } = Deleted.parse(await callRpc(caller, 'delete_own_account', { p_confirm: confirm }))
  for (const prefix of apiKeyPrefixes) evictApiKey(prefix)
  return null
})
