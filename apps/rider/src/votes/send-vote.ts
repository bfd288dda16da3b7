import type { IncidentDetail, Vote, voteOnIncident } from '@salama/domain/incidents/contract'
import { type Problem, tryCall } from '@salama/http/call'

/** Why a vote was not counted. */
export type VoteProblem = 'network' | 'unauthenticated' | 'incident_own' | 'over' | 'rate_limited' | 'internal'

const PROBLEMS: Partial<Record<Problem['code'], VoteProblem>> = {
  network: 'network',
  unauthenticated: 'unauthenticated',
  token_expired: 'unauthenticated',
  incident_own: 'incident_own',
  invalid_transition: 'over',
  incident_gone: 'over',
  not_found: 'over',
  rate_limited: 'rate_limited',
}

/** Sends a vote, or withdraws it with null. Never throws. */
export async function sendVote(id: string, vote: Vote | null): Promise<IncidentDetail | VoteProblem> {
  const request = { params: { id }, body: { vote } }
  const result = await tryCall<typeof voteOnIncident>('PUT /api/incidents/{id}/vote', request)
  return result.ok ? result.reply : (PROBLEMS[result.problem.code] ?? 'internal')
}
