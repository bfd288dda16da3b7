import type { Incident } from '@salama/domain/incidents/contract'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { VoteButtons } from '@/votes/vote-buttons.tsx'

type RowsProps = { incidents: readonly Incident[]; nowMs: number; none: string }

/** Incidents in the given order; without any the sentence `none`. */
export function IncidentRows({ incidents, nowMs, none }: RowsProps) {
  if (incidents.length === 0) return <p className="text-soft">{none}</p>
  return (
    <ul className="flex flex-col">
      {incidents.map((incident) => (
        <li key={incident.id} className="border-b border-line last:border-0">
          <IncidentCard
            incident={incident}
            nowMs={nowMs}
            actions={
              incident.lifecycle === 'active' && (
                <ClientMessages of={['votes']}>
                  <VoteButtons incident={{ id: incident.id, category: incident.category }} />
                </ClientMessages>
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}
