import type { Incident } from '@salama/domain/incidents/contract'
import { Plate } from '@salama/ui/components/plate.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Certainty } from '@salama/ui/incidents/certainty.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { incidentWords } from '@salama/ui/incidents/words.ts'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { TextLink } from '@/text-link.tsx'
import { VoteButtons } from '@/votes/vote-buttons.tsx'

export function IncidentFacts({ incident, nowMs }: { incident: Incident; nowMs: number }) {
  const t = useTranslations('incident')
  const tIncidents = useTranslations('incidents')
  const { moment } = useTimes()
  const words = incidentWords(incident, nowMs, tIncidents, useTranslations('categories'))
  const coarse = incident.precision === 'coarse'
  return (
    <div className="flex flex-col gap-6">
      <p className="font-semibold">{words.seen}</p>
      <div>
        <p className="flex flex-wrap gap-x-3">
          <span className="font-semibold">{words.severity}</span>
          <Certainty of={incident.corroboration} />
        </p>
        <p className="max-w-prose text-soft">{tIncidents(`corroborationMeans.${incident.corroboration}`)}</p>
        {words.confirmed && <p className="max-w-prose">{words.confirmed}</p>}
      </div>
      <dl className="divide-y divide-line border-y border-line">
        <Fact name={t('where')}>
          {words.where}
          {incident.corridor && (
            <span className="block">
              <TextLink href={`/corridors/${incident.corridor.slug}`}>
                {t('onCorridor', { corridor: incident.corridor.name })}
              </TextLink>
            </span>
          )}
          {coarse && <span className="block text-sm text-soft">{t('coarse')}</span>}
        </Fact>
        <Fact name={t('first')}>{t(coarse ? 'around' : 'at', { time: moment(incident.firstSeenAt) })}</Fact>
        <Fact name={t('last')}>{t(coarse ? 'around' : 'at', { time: moment(incident.lastSeenAt) })}</Fact>
        {incident.lifecycle === 'active' && (
          <Fact name={t('until')}>{t('untilWords', { time: moment(incident.expiresAt) })}</Fact>
        )}
        {incident.vehicle && (
          <Fact name={t('vehicle')}>
            {incident.vehicle.publicCode ? (
              <TextLink href={`/v/${incident.vehicle.publicCode}`}>
                <Plate value={incident.vehicle.plate} />
              </TextLink>
            ) : (
              <Plate value={incident.vehicle.plate} />
            )}
            {incident.vehicle.fleetName && <span className="ms-2">{incident.vehicle.fleetName}</span>}
          </Fact>
        )}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col py-2 md:flex-row md:gap-3">
      <dt className="w-[10rem] shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

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
