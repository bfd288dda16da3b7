import type { Incident } from '@salama/domain/incidents/contract'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import type { ReactNode } from 'react'
import { VoteButtons } from '@/votes/vote-buttons.tsx'

type RowsProps = { incidents: readonly Incident[]; nowMs: number; none: string; children?: ReactNode }

/** Incidents in the given order; without any the sentence `none`, and `children` as what to do then. */
export function IncidentRows({ incidents, nowMs, none, children }: RowsProps) {
  if (incidents.length === 0)
    return (
      <div className="flex flex-col items-start gap-3 border-s-4 border-edge ps-4">
        <p>{none}</p>
        {children}
      </div>
    )
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
