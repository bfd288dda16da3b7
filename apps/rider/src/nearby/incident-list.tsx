import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { sortByScore } from '@salama/domain/shared'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'

/** The list, the most urgent first; `wide`: two columns. */
export function IncidentList({
  incidents,
  nowMs,
  wide,
}: {
  incidents: readonly NearbyIncident[]
  nowMs: number
  wide: boolean
}) {
  if (incidents.length === 0) return null
  return (
    <ul className={wide ? 'md:grid md:grid-cols-2 md:gap-x-10' : ''}>
      {sortByScore(incidents, nowMs).map((incident) => (
        <li key={incident.id} className="border-b border-line last:border-0">
          <IncidentCard incident={incident} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}
