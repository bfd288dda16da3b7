import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { evictApiKey } from '../machinery/remembered-keys.ts'
import { useCase } from '../machinery/use-case.ts'
import { revokeApiKey as operation } from './contract.ts'

const Revoked = z.object({ prefix: z.string() })

/** Revokes a key: in this process at once, in others when their cache expires. @throws {DomainError} `not_found` */
export const revokeApiKey = useCase(operation, async (caller, { id }) => {
  const { prefix } = Revoked.parse(await callRpc(caller, 'revoke_api_key', { p_id: id }))
  evictApiKey(prefix)
  return null
})
