'use client'

import { TextInput } from '@salama/ui/components/controls.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Marker } from '@salama/ui/map/marker.tsx'
import { scaleSqrt } from 'd3-scale'
import { useTranslations } from 'next-intl'
import { useId, useMemo, useState } from 'react'
import { circleAround } from '@/parts/circle-around.ts'
import { lazyMap } from '@/parts/load-map.tsx'
import type { listsOf } from './figures.ts'

const MapView = lazyMap('h-[28rem]')
/** More markers than this only cover each other. */
const MAX_MARKERS = 150
/** The busiest cells are in view; the rest is a move of the map away. */
const IN_VIEW = 60

/** The cells on streets, of the whole period or week by week. Each leads to its incidents. */
export function HeatMap({
  cells: whole,
  weeks,
}: {
  cells: ReturnType<typeof listsOf>['cells']
  weeks: ReturnType<typeof listsOf>['cellsByWeek']
}) {
  const t = useTranslations('dashboard')
  const { shortDay } = useTimes()
  const id = useId()
  /** 0: the whole period; else a week. */
  const [at, setAt] = useState(0)
  const week = at === 0 ? undefined : weeks[at - 1]
  const cells = week?.cells ?? whole
  const side = scaleSqrt([0, Math.max(1, ...whole.map(({ count }) => count))], [18, 46])
  const around = useMemo(() => {
    const busiest = whole.slice(0, IN_VIEW).map(({ centre }) => centre)
    return circleAround(busiest, { leastRadiusM: 2000, room: 1 })
  }, [whole])
  const words = week ? t('weekOf', { day: shortDay(week.week) }) : t('heatAll')
  return (
    <div className="flex flex-col gap-2">
      {weeks.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3">
          <label htmlFor={id} className="font-semibold">
            {t('heatWeek')}
          </label>
          <TextInput
            id={id}
            type="range"
            min={0}
            max={weeks.length}
            value={at}
            aria-valuetext={words}
            onChange={(event) => setAt(Number(event.currentTarget.value))}
            className="min-h-touch min-w-[10rem] flex-1 accent-body"
          />
          <output htmlFor={id} className="w-[9rem]">
            {words}
          </output>
        </div>
      )}
      <MapView
        {...around}
        pin={false}
        overlay={(on) =>
          cells.slice(0, MAX_MARKERS).map(({ centre, count, href }, index) => (
            <Marker key={`${centre.lat} ${centre.lng}`} on={on} place={centre} above={MAX_MARKERS - index}>
              <Link
                href={href}
                prefetch={false}
                aria-label={t('heatCell', { count })}
                style={{ width: side(count), height: side(count) }}
                className="grid place-items-center border-2 border-paper bg-body text-sm font-semibold text-on-body opacity-85 hover:opacity-100 focus:opacity-100"
              >
                {count}
              </Link>
            </Marker>
          ))
        }
      />
    </div>
  )
}
