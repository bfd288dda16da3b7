import type { IncidentDetail, Vote } from '@salama/domain/incidents/contract'
import { isErrorSlug } from '@salama/domain/shared'

/** Why a vote did not count. */
export type VoteProblem = 'network' | 'unauthenticated' | 'incident_own' | 'over' | 'rate_limited' | 'internal'

const PROBLEMS: Record<string, VoteProblem> = {
  unauthenticated: 'unauthenticated',
  token_expired: 'unauthenticated',
  incident_own: 'incident_own',
  invalid_transition: 'over',
  incident_gone: 'over',
  not_found: 'over',
  rate_limited: 'rate_limited',
}

/** Says what somebody sees, or takes it back with null. */
export async function sendVote(incidentId: string, vote: Vote | null): Promise<IncidentDetail | VoteProblem> {
  const response = await fetch(`/api/incidents/${incidentId}/vote`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ vote }),
  }).catch(() => null)
  if (!response) return 'network'
  if (response.ok) return response.json() // our own route checked it against the contract
  const { code }: { code?: unknown } = Object(await response.json().catch(() => null))
  return (isErrorSlug(code) && PROBLEMS[code]) || 'internal'
}
