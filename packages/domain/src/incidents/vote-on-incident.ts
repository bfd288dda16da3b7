import { callRpc } from '../machinery/call-rpc.ts'
import { type RpcArgs, rpcArgs } from '../machinery/rpc-args.ts'
import { useCase } from '../machinery/use-case.ts'
import type { Caller } from '../shared/caller.ts'
import type { InputOf } from '../shared/operation.ts'
import {
  submitVoteForm as form,
  voteOnIncident as operation,
  voteWithoutAccount as withoutAccount,
} from './contract.ts'

/**
 * Stores a vote and then reads its effect.
 * @throws {DomainError} `incident_own`, `not_found`, `invalid_transition`, `incident_gone`, `rate_limited`
 */
export const voteOnIncident = useCase(operation, vote)

/** The same for an app, which may call for a phone without a signed-in user. @throws {DomainError} as above */
export const voteWithoutAccount = useCase(withoutAccount, (caller, input) => vote(caller, input))

/** The same for a plain form. @throws {DomainError} as above */
export const submitVoteForm = useCase(form, (caller, { locale: _, ...input }) => vote(caller, input))

async function vote(caller: Caller, input: InputOf<typeof operation>): Promise<unknown> {
  await callRpc(caller, 'vote_on_incident', {
    ...(rpcArgs(operation, caller, input) as RpcArgs<'vote_on_incident'>), // as the contract says
    p_networks: caller.kind === 'device' ? [...caller.networks] : undefined,
  })
  const detail = await callRpc(caller, 'get_incident_feed_detail', { p_id: input.id })
  return caller.kind === 'device' ? { ...Object(detail), myVote: input.vote } : detail
}
