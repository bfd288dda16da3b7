import type { PointOfInterest, searchPointsOfInterest } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'

type Near = { lat: number; lng: number }

/**
 * Stages by name, near ones first. Those that were found are kept on this phone, and searched when there is no line.
 *
 * @throws when there is no answer, and nothing kept that fits
 */
export async function searchStages(q: string, signal: AbortSignal, near?: Near): Promise<PointOfInterest[]> {
  try {
    const found = await askForStages(q, signal, near)
    import('./offline/kept.ts').then(({ keepStages }) => keepStages(found)).catch(() => null)
    return found
  } catch (cause) {
    if (signal.aborted) throw cause
    const kept = await import('./offline/kept.ts').then(({ findKeptStages }) => findKeptStages(q, near))
    if (kept.length === 0) throw cause
    return kept
  }
}

async function askForStages(q: string, signal: AbortSignal, near?: Near) {
  const query = new URLSearchParams({ q, ...(near && { lat: String(near.lat), lng: String(near.lng) }) })
  const response = await fetch(`/api/map-search?${query}`, { signal, headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The search was refused: ${response.status}`)
  const reply: ReplyOf<typeof searchPointsOfInterest> = await response.json() // our own route checked it against the contract
  return reply.data
}
