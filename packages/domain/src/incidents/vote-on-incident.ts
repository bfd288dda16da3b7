import { callRpc } from '../machinery/call-rpc.ts'
import { rpcOf, useCase } from '../machinery/use-case.ts'
import { voteOnIncident as operation } from './contract.ts'

const vote = rpcOf(operation)

/**
 * Stores a vote and then reads its effect.
 *
 * @throws {DomainError} `incident_own`, `not_found`, `invalid_transition`, `incident_gone`
 */
export const voteOnIncident = useCase(operation, async (caller, input) => {
  await vote(caller, input)
  return callRpc(caller, 'get_incident_feed_detail', { p_id: input.id })
})
