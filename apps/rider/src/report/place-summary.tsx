import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { DraftPlace } from './draft.ts'
import { PinMap } from './pin-map.tsx'
import { usePlaceWords } from './place-name.ts'
import type { ReportContext } from './use-report-context.ts'

/** The place of the report: its name, a map to correct it, and the way to choose a stage instead. */
export function PlaceSummary({
  place,
  context,
  error,
  onMove,
  onChange,
}: {
  /** Undefined while the phone is being located. */
  place: DraftPlace | undefined
  context: ReportContext
  error: string | undefined
  onMove: (place: { lat: number; lng: number }) => void
  onChange: () => void
}) {
  const t = useTranslations('report.place')
  const words = usePlaceWords()
  const named = place && words(place, context)
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2">
      {place && <PinMap place={place} onMove={onMove} />}
      <div className="flex items-center gap-3">
        {!place && <Icon as={LoaderCircle} className="animate-turn" />}
        <p role="status" className="min-w-0 grow leading-snug">
          {named ? <strong className="font-semibold">{named.name}</strong> : t('finding')}
          {named?.accuracy && <span className="text-sm whitespace-nowrap text-soft"> {named.accuracy}</span>}
        </p>
        <button
          type="button"
          aria-label={t('change')}
          onClick={onChange}
          className="-me-2 min-h-touch shrink-0 px-2 font-semibold text-link"
        >
          {t('changeShort')}
        </button>
      </div>
      {error && (
        <Notice tone="danger" announce="assertive">
          {error}
        </Notice>
      )}
      <Outside context={context} onChange={onChange} />
    </section>
  )
}

/** Whether a report from this place would be refused. */
export const isOutside = (context: ReportContext) => context.state === 'known' && !context.location.inServiceArea

function Outside({ context, onChange }: { context: ReportContext; onChange: () => void }) {
  const t = useTranslations('report')
  if (context.state !== 'known' || context.location.inServiceArea) return null
  const { serviceArea } = context.location
  return (
    <Notice tone="danger" announce="assertive" title={t('outsideTitle')}>
      <p>{serviceArea ? t('outside', { area: serviceArea }) : t('outsideAll')}</p>
      <Button onClick={onChange}>{t('place.choose')}</Button>
    </Notice>
  )
}
