import type { IncidentBeside, ReviewedDispute, ReviewedReport } from '@salama/domain/review-subjects/contract'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { awayOf, awayText } from '@salama/ui/incidents/words.ts'
import { useTranslations } from 'next-intl'
import { Part } from './parts.tsx'

/** The incident of a report, and possible duplicates of it. */
export function NearbyIncidents({ subject }: { subject: ReviewedReport | ReviewedDispute }) {
  const t = useTranslations('review')
  const own = subject.kind === 'report' ? subject.incident : subject
  return (
    <Part title={t('nearby')}>
      {own && (
        <>
          <p className="text-soft">{t(`nearbyOwn.${subject.kind}`)}</p>
          <ul>
            <IncidentLine incident={own} />
          </ul>
        </>
      )}
      {subject.nearby.length === 0 ? (
        <p className="text-soft">{t('nearbyNone')}</p>
      ) : (
        <ul>
          {subject.nearby.map((each) => (
            <IncidentLine key={each.id} incident={each} />
          ))}
        </ul>
      )}
    </Part>
  )
}

export function useIncidentWords() {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  const format = useTranslations('incidents')
  const { moment } = useTimes()
  return (incident: IncidentBeside) => {
    return {
      what: category(incident.category),
      facts: [
        t(`lifecycle.${incident.lifecycle}`),
        t(`corroboration.${incident.corroboration}`),
        t('reportsCount', { count: incident.reports }),
        incident.placeName,
        incident.distanceM > 0 && awayText(awayOf(incident.distanceM), format),
        incident.vehicle?.plate,
        moment(incident.lastSeenAt),
      ].filter((each) => typeof each === 'string' && each !== ''),
    }
  }
}

function IncidentLine({ incident }: { incident: IncidentBeside }) {
  const words = useIncidentWords()(incident)
  return (
    <li className="border-b border-line py-1.5 last:border-0">
      <p className="flex items-center gap-1.5">
        <CategoryIcon category={incident.category} />
        <Link
          href={`/incidents/${incident.id}`}
          prefetch={false}
          className="touch-link font-semibold decoration-line underline-offset-4 hover:decoration-current"
        >
          {words.what}
        </Link>
      </p>
      <p className="text-soft">{words.facts.join(' · ')}</p>
    </li>
  )
}
