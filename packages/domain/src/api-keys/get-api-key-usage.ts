import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getApiKeyUsage as operation } from './contract.ts'
import { handOverApiKeyUse } from './count-api-key-use.ts'

/** How much one of the caller's keys was used, by day. What this process has counted so far is in it. @throws {DomainError} `not_found` */
export const getApiKeyUsage = useCase(operation, async (caller, { id }) => {
  await handOverApiKeyUse().catch(() => {}) // the figures are then a minute older, and still worth showing
  return callRpc(caller, 'get_api_key_usage', { p_id: id })
})
