import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getApiKeyUsage as operation } from './contract.ts'
import { handOverApiKeyUse } from './count-api-key-use.ts'

/**
 * The usage of one of the caller's keys by day, including the unsent counts of this process.
 *
 * @throws {DomainError} `not_found`
 */
export const getApiKeyUsage = useCase(operation, async (caller, { id }) => {
  await handOverApiKeyUse().catch(() => {}) // figures that are a minute old are still useful
  return callRpc(caller, 'get_api_key_usage', { p_id: id })
})
