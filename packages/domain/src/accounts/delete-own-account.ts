import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { evictApiKey } from '../machinery/remembered-keys.ts'
import { useCase } from '../machinery/use-case.ts'
import { deleteOwnAccount as operation } from './contract.ts'

const Deleted = z.object({ apiKeyPrefixes: z.array(z.string()) })

/** Deletes the caller's account. Their API keys end in this process at once, in others when they ask again. @throws {DomainError} `last_admin` */
export const deleteOwnAccount = useCase(operation, async (caller, { confirm }) => {
  const { apiKeyPrefixes } = Deleted.parse(await callRpc(caller, 'delete_own_account', { p_confirm: confirm }))
  for (const prefix of apiKeyPrefixes) evictApiKey(prefix)
  return null
})
