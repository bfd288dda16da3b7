import type { Assignment } from '@/field-state/field-cache.ts'
import { distance } from './assignment-view-model.ts'

/** The place, road or route of an assignment and its distance; nothing where neither is known. */
export function Where({ assignment, metres }: { assignment: Assignment; metres: number | null }) {
  const { placeName, corridor, route } = assignment
  const name = placeName ?? corridor?.name ?? (route ? `${route.shortName} · ${route.longName}` : null)
  if (name === null && metres === null) return null
  return (
    <p>
      {name}
      {name !== null && metres !== null && ' · '}
      {metres !== null && <strong>{distance(metres)}</strong>}
    </p>
  )
}
