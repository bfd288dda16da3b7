import type { getReporterIncidentVotes, Vote, voteWithoutAccount } from '@salama/domain/incidents/contract'
import { type Problem, tryCall } from '@salama/http/call'
import { useEffect, useSyncExternalStore } from 'react'

// The caller's own votes, shared by everything on the page that shows an incident: its card in the list, on the map and
// its own page. Votes are requested for all cards at once.

type OwnVote = Vote | null

const votes = new Map<string, OwnVote>()
const listeners = new Set<() => void>()
const wanted = new Set<string>()
const MAX_PER_REQUEST = 100

function setOwnVote(id: string, vote: OwnVote): void {
  votes.set(id, vote)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Requests the vote on an incident together with those that are wanted in the same moment. */
function want(id: string): void {
  if (votes.has(id) || wanted.has(id)) return
  wanted.add(id)
  if (wanted.size === 1) setTimeout(load)
}

async function load(): Promise<void> {
  const ids = [...wanted].slice(0, MAX_PER_REQUEST)
  for (const id of ids) wanted.delete(id)
  if (wanted.size > 0) setTimeout(load)
  const result = await tryCall<typeof getReporterIncidentVotes>('GET /api/incident-votes', {
    query: { ids: ids.join() },
  })
  if (!result.ok) return // a vote that is not shown can still be cast and changed
  const found = new Map(result.reply.data.map(({ incidentId, vote }) => [incidentId, vote]))
  for (const id of ids) if (!votes.has(id)) setOwnVote(id, found.get(id) ?? null)
}

/** The caller's vote on an incident; null without one, and until it is loaded. `given`: as the server rendered it. */
export function useOwnVote(id: string, given?: OwnVote): OwnVote {
  useEffect(() => {
    if (given === undefined) want(id)
    else if (!votes.has(id)) setOwnVote(id, given)
  }, [id, given])
  const rendered = () => given ?? null
  return useSyncExternalStore(subscribe, () => votes.get(id) ?? (votes.has(id) ? null : rendered()), rendered)
}

/** Why a vote was not counted. */
export type VoteProblem = 'network' | 'unauthenticated' | 'incident_own' | 'over' | 'rate_limited' | 'internal'

const PROBLEMS: Partial<Record<Problem['code'], VoteProblem>> = {
  network: 'network',
  unavailable: 'network',
  unauthenticated: 'unauthenticated',
  token_expired: 'unauthenticated',
  incident_own: 'incident_own',
  invalid_transition: 'over',
  incident_gone: 'over',
  not_found: 'over',
  rate_limited: 'rate_limited',
}

export const voteProblem = (code: Problem['code']): VoteProblem => PROBLEMS[code] ?? 'internal'

/** The last request for each incident: the next one waits for it, so that the last tap wins. */
const requests = new Map<string, Promise<unknown>>()

/** Casts a vote, or withdraws it with null: shown at once, and undone when it fails. Never throws. */
export async function castVote(id: string, vote: OwnVote): Promise<VoteProblem | null> {
  const before = votes.get(id) ?? null
  setOwnVote(id, vote)
  const request = { params: { id }, body: { vote } }
  const sent = Promise.resolve(requests.get(id)).then(() =>
    tryCall<typeof voteWithoutAccount>('PUT /api/incidents/{id}/vote', request),
  )
  requests.set(id, sent)
  const result = await sent
  if (requests.get(id) === sent) setOwnVote(id, result.ok ? (result.reply.myVote ?? null) : before)
  return result.ok ? null : voteProblem(result.problem.code)
}
