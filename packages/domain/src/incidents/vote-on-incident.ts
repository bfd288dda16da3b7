import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { voteOnIncident as operation } from './contract.ts'

/** A rider's vote on a live incident; null takes it back. @throws {DomainError} `incident_own`, `not_found`, `invalid_transition`, `incident_gone` */
export const voteOnIncident = useCase(operation, async (caller, { id, vote }) => {
  await callRpc(caller, 'vote_on_incident', {
    p_id: id,
    p_vote: vote,
    p_device: 'device' in caller ? caller.device : undefined,
  })
  return callRpc(caller, 'get_incident_feed_detail', { p_id: id })
})
