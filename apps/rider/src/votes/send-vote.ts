import type { IncidentDetail, Vote } from '@salama/domain/incidents/contract'
import { ask, type Problem, problemIn } from '@salama/ui/ask.ts'

/** Why a vote did not count. */
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

/** Says what somebody sees, or takes it back with null. Never throws. */
export const sendVote = (incidentId: string, vote: Vote | null): Promise<IncidentDetail | VoteProblem> =>
  ask<IncidentDetail>(`/api/incidents/${incidentId}/vote`, { method: 'PUT', body: { vote } }).catch(
    (error: unknown) => PROBLEMS[problemIn(error).code] ?? 'internal',
  )
