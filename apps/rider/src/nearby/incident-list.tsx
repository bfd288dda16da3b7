import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'

export function IncidentList({ incidents, nowMs }: { incidents: readonly NearbyIncident[]; nowMs: number }) {
  if (incidents.length === 0) return null
  return (
    <ul className="divide-y-2 divide-line">
      {incidents.map((incident) => (
        <li key={incident.id}>
          <IncidentCard incident={incident} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}
