import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { LazyVotes } from '@/votes/lazy-votes.tsx'
import type { Listed } from './listed.ts'

/** The list, in its order; `wide`: two columns; `votable`: with vote buttons, where no card has them. */
export function IncidentList({
  incidents,
  nowMs,
  wide,
  votable = false,
}: {
  incidents: readonly Listed[]
  nowMs: number
  wide: boolean
  votable?: boolean
}) {
  if (incidents.length === 0) return null
  return (
    <ul className={wide ? 'rows md:grid md:grid-cols-2 md:gap-x-10' : 'rows'}>
      {incidents.map((incident) => (
        <li key={incident.id}>
          <IncidentCard incident={incident} nowMs={nowMs} actions={votable && <LazyVotes incident={incident} />} />
        </li>
      ))}
    </ul>
  )
}
