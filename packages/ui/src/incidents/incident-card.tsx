import type { Incident } from '@salama/domain/incidents/contract'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { breakable } from '../components/breakable.tsx'
import { cx } from '../components/cx.ts'
import { Link } from '../i18n/navigation.ts'
import { Certainty } from './certainty.tsx'
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
      className={cx(
        'relative flex flex-wrap gap-x-3 gap-y-1 py-2 has-focus-visible:bg-fill',
        chosen && 'band-beside bg-fill ps-4',
      )}
    >
      <span className="@max-3xs:hidden">
        <IncidentSign {...incident} age={ageOf(incident, nowMs)} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <Heading className="font-semibold">
            <Link href={`/incidents/${incident.id}`} prefetch={false} className="after:absolute after:inset-0">
              {words.what}
            </Link>
            {words.over && <span className="font-normal text-soft"> · {words.over}</span>}
          </Heading>
          <span className="text-sm text-soft">{words.seen}</span>
        </div>
        <p className="text-sm">
          {breakable(words.where)}
          {words.away && ` · ${words.away}`}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm">
          <span className="sr-only">{words.severity}</span>
          <Certainty of={incident.corroboration} />
          {words.confirmed && <span className="text-soft">{words.confirmed}</span>}
        </p>
      </div>
      {actions && <div className="relative mt-2 basis-full">{actions}</div>}
    </article>
  )
}
