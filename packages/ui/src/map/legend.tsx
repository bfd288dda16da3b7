import { CATEGORY_CODES } from '@salama/domain/shared'
import { MapPin } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'
import { IncidentSign } from '../incidents/incident-sign.tsx'
import { SEVERITIES, severityOf } from '../incidents/severity.ts'
import { groupClass } from './marker-classes.ts'

/** A category of each severity. */
const EXAMPLES = SEVERITIES.flatMap((severity) => {
  const category = CATEGORY_CODES.find((code) => severityOf({ category: code }) === severity)
  return category ? [{ severity, category }] : []
})

/** The legend of markers and lines; `pin` explains the pin, if there is one. */
export function MapLegend({ pin }: { pin?: string | undefined }) {
  const t = useTranslations('map')
  return (
    <details>
      <summary className="flex min-h-touch items-center font-semibold text-link underline decoration-line decoration-2 underline-offset-4">
        {t('legend')}
      </summary>
      <ul className="flex flex-col gap-2 py-2">
        {pin && <Row sign={<Icon as={MapPin} className="fill-raised text-3xl text-link" />}>{pin}</Row>}
        {EXAMPLES.map(({ severity, category }) => (
          <Row key={severity} sign={<IncidentSign category={category} corroboration="corroborated" />}>
            {t(`legendSeverity.${severity}`)}
          </Row>
        ))}
        {EXAMPLES.slice(0, 1).map(({ category }) => (
          <Fragment key={category}>
            <Row sign={<IncidentSign category={category} corroboration="unverified" />}>{t('legendUnsure')}</Row>
            <Row sign={<IncidentSign category={category} corroboration="corroborated" age="old" />}>
              {t('legendAge')}
            </Row>
          </Fragment>
        ))}
        <Row sign={<span className={groupClass(false)}>3</span>}>{t('legendGroup')}</Row>
        <Row sign={<span className="area-sign" />}>{t('legendCoarse')}</Row>
        <Row sign={<span className="block h-2 w-11 rounded-full bg-link" />}>{t('legendCorridor')}</Row>
        <Row sign={<span className="block h-0.5 w-11 bg-edge" />}>{t('legendRoute')}</Row>
      </ul>
    </details>
  )
}

function Row({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span aria-hidden="true" className="grid w-[3rem] shrink-0 place-items-center">
        {sign}
      </span>
      {children}
    </li>
  )
}
