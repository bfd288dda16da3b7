import type { Incident } from '@salama/domain/incidents/contract'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'

/** Incidents under each other, in the order in which they come. */
export function IncidentRows({ incidents, nowMs }: { incidents: readonly Incident[]; nowMs: number }) {
  return (
    <ul className="flex flex-col">
      {incidents.map((incident) => (
        <li key={incident.id} className="border-b-2 border-line last:border-0">
          <IncidentCard incident={incident} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}
