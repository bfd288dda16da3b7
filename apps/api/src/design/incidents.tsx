import { Category } from '@salama/domain/incidents/contract'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { CorroborationBadge } from '@salama/ui/incidents/incident-card.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { useTranslations } from 'next-intl'
import { Both, Part } from './both'
import { INCIDENTS, NOW_MS } from './samples'

const SURENESS = ['unverified', 'corroborated', 'verified', 'disputed'] as const

export function Incidents() {
  const name = useTranslations('categories')
  return (
    <Part
      title="Incidents"
      words="Numbers are sentences. How sure we are is said by a sign, a weight and a word, never by colour alone; what is known only roughly is told roughly."
    >
      <Both name="IncidentCard">
        <ul>
          {INCIDENTS.map((incident, index) => (
            <li key={incident.id} className="border-b-2 border-line last:border-0">
              <IncidentCard incident={incident} nowMs={NOW_MS} chosen={index === 1} level="h4" />
            </li>
          ))}
        </ul>
      </Both>
      <Both name="CorroborationBadge">
        <ul className="flex flex-col gap-2">
          {SURENESS.map((each) => (
            <li key={each}>
              <CorroborationBadge of={each} />
            </li>
          ))}
        </ul>
      </Both>
      <Both name="CategoryIcon">
        <ul className="grid grid-cols-2 gap-2">
          {Category.options.map((category) => (
            <li key={category} className="flex items-center gap-2">
              <span className="text-xl">
                <CategoryIcon category={category} />
              </span>
              {name(category)}
            </li>
          ))}
        </ul>
      </Both>
    </Part>
  )
}
