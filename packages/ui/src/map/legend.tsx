import { CarFront, MapPin } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'
import { groupClass, markClass } from './marks.ts'

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
        <Row
          sign={
            <span className={markClass('corroborated', false)}>
              <Icon as={CarFront} />
            </span>
          }
        >
          {t('legendSure')}
        </Row>
        <Row
          sign={
            <span className={markClass('unverified', false)}>
              <Icon as={CarFront} />
            </span>
          }
        >
          {t('legendUnsure')}
        </Row>
        <Row sign={<span className={groupClass(false)}>3</span>}>{t('legendGroup')}</Row>
        <Row sign={<span className="block size-9 border-2 border-dashed border-danger bg-danger/15" />}>
          {t('legendCoarse')}
        </Row>
        <Row sign={<span className="block h-2 w-11 rounded-full bg-link" />}>{t('legendCorridor')}</Row>
        <Row sign={<span className="block h-0.5 w-11 bg-edge" />}>{t('legendRoute')}</Row>
      </ul>
    </details>
  )
}

function Row({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span aria-hidden="true" className="grid w-12 shrink-0 place-items-center">
        {sign}
      </span>
      {children}
    </li>
  )
}
