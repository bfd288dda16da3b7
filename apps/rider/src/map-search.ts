import type { searchPointsOfInterest } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'

/** Stages by name, near ones first. @throws when there is no answer */
export async function searchStages(q: string, signal: AbortSignal, near?: { lat: number; lng: number }) {
  const query = new URLSearchParams({ q, ...(near && { lat: String(near.lat), lng: String(near.lng) }) })
  const response = await fetch(`/api/map-search?${query}`, { signal, headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The search was refused: ${response.status}`)
  const reply: ReplyOf<typeof searchPointsOfInterest> = await response.json() // our own route checked it against the contract
  return reply.data
}
