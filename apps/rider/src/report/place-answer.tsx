'use client'

import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { MapPin } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { DraftPlace } from './draft.ts'
import type { Coverage } from './use-coverage.ts'

/** The chosen place as a short phrase. */
export function usePlaceName() {
  const t = useTranslations('report')
  return (place: DraftPlace) =>
    place.kind === 'stop' ? place.name : t('gpsPlace', { m: Math.max(5, place.accuracyM) })
}

/** The chosen place, its corridor, and whether it is covered. */
export function PlaceAnswer({ place, coverage }: { place: DraftPlace; coverage: Coverage }) {
  const t = useTranslations('report')
  const placeName = usePlaceName()
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="flex items-start gap-3 text-lg">
        <Icon as={MapPin} className="mt-1" />
        <span>
          <strong>{placeName(place)}</strong>
          <span className="block text-base text-soft">{useCoverageWords(coverage)}</span>
        </span>
      </p>
      {coverage.state === 'known' && !coverage.location.inServiceArea && (
        <Notice tone="danger" title={t('outsideTitle')}>
          <p>
            {coverage.location.serviceArea ? t('outside', { area: coverage.location.serviceArea }) : t('outsideAll')}
          </p>
        </Notice>
      )}
    </div>
  )
}

/** Whether a place is covered, and its corridor, as text. */
export function useCoverageWords(coverage: Coverage): string {
  const t = useTranslations('report')
  if (coverage.state !== 'known') return t(coverage.state === 'asking' ? 'checkingPlace' : 'placeUnchecked')
  const { inServiceArea, corridor } = coverage.location
  if (!inServiceArea) return t('notCovered')
  return corridor ? t('coveredOn', { corridor: corridor.name }) : t('covered')
}
