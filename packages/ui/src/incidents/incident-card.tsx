import type { Incident } from '@salama/domain/incidents/contract'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Link } from '../i18n/navigation.ts'
import { SignIcon } from './category-icon.tsx'
import { IncidentSign } from './incident-sign.tsx'
import { ageOf } from './severity.ts'
import { incidentWords } from './words.ts'

/** An incident in a list: one link to its page, with `actions` (such as the vote buttons) above it. */
export function IncidentCard({
  incident,
  nowMs,
  chosen = false,
  level: Heading = 'h3',
  actions,
}: {
  incident: Incident & { distanceM?: number }
  nowMs: number
  chosen?: boolean
  level?: 'h3' | 'h4'
  actions?: ReactNode
}) {
  const words = incidentWords(incident, nowMs, useTranslations('incidents'), useTranslations('categories'))
  return (
    <article
      className={`relative flex flex-wrap gap-x-3 gap-y-1 py-4 hover:bg-raised has-focus-visible:bg-raised ${chosen ? 'band-beside bg-raised ps-4' : ''}`}
    >
      <span className="mt-0.5">
        <IncidentSign {...incident} age={ageOf(incident, nowMs)} />
      </span>
      {/* Beside the sign while there is room for a long word, or under it. */}
      <div className="min-w-0 grow basis-36">
        <Heading className="text-lg leading-snug font-bold">
          <Link href={`/incidents/${incident.id}`} prefetch={false} className="after:absolute after:inset-0">
            {words.what}
          </Link>
          {words.over && <span className="font-normal text-soft"> · {words.over}</span>}
        </Heading>
        <p>{words.seen}</p>
        <p className="text-soft">
          {words.where}
          {words.away && `, ${words.away}`}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
          <span className="font-semibold">{words.severity}</span>
          <CorroborationBadge of={incident.corroboration} />
          {words.confirmed && <span className="text-soft">{words.confirmed}</span>}
        </p>
      </div>
      {actions && <div className="relative mt-2 basis-full">{actions}</div>}
    </article>
  )
}

/** The confidence, as an icon and text; solid only when somebody else has reported the same. */
export function CorroborationBadge({ of }: { of: Incident['corroboration'] }) {
  const t = useTranslations('incidents')
  const firm = of === 'corroborated' || of === 'verified'
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 wrap-anywhere ${firm ? 'font-semibold text-ok' : 'text-soft'}`}
    >
      <SignIcon of={of} />
      {t(`corroboration.${of}`)}
    </span>
  )
}
