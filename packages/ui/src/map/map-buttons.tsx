'use client'

import { Minus, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'

/** At the right of a map, above what covers it (`--map-inset`) and a control there; `by` is 1 or -1. */
export function ZoomButtons({ onZoom }: { onZoom: (by: number, event: MouseEvent) => void }) {
  const t = useTranslations('map')
  return (
    <div className="absolute end-3 bottom-[calc(var(--map-inset,0px)+var(--map-controls,40px))] flex flex-col gap-1 @max-3xs:hidden">
      <MapButton label={t('zoomIn')} icon={<Icon as={Plus} />} onClick={(event) => onZoom(1, event)} />
      <MapButton label={t('zoomOut')} icon={<Icon as={Minus} />} onClick={(event) => onZoom(-1, event)} />
    </div>
  )
}

/** A button over a map, which does not grow with the text: it would cover the map. `label` is for screen readers. */
export function MapButton({
  label,
  icon,
  isBusy = false,
  onClick,
}: {
  label: string
  icon: ReactNode
  isBusy?: boolean
  onClick: (event: MouseEvent) => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-busy={isBusy}
      onClick={onClick}
      className="grid size-[44px] place-items-center rounded-full over-map text-[20px]"
    >
      {icon}
    </button>
  )
}
