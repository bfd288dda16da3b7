'use client'

import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Mark } from '@salama/ui/map/mark.tsx'
import { scaleSqrt } from 'd3-scale'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useId, useMemo, useState } from 'react'
import { loadMap } from '@/parts/load-map.tsx'
import type { Dashboard } from './figures.ts'

type Cells = Dashboard['heat']['cells']

const HEIGHT = 'h-[28rem]'
const MapView = dynamic(loadMap, {
  ssr: false,
  loading: () => <div className={`${HEIGHT} rounded-control border-2 border-edge bg-sunken`} />,
})
/** More markers than this only cover each other. */
const MOST_MARKS = 150
const METRES_PER_DEGREE = 111_320

/** The cells on streets, of the whole period or week by week. Each leads to its incidents. */
export function HeatMap({ heat, period }: { heat: Dashboard['heat']; period: { from: string; to: string } }) {
  const t = useTranslations('dashboard')
  const { shortDay } = useTimes()
  const id = useId()
  /** 0: the whole period; else a week. */
  const [at, setAt] = useState(0)
  const week = at === 0 ? undefined : heat.weeks[at - 1]
  const cells = week?.cells ?? heat.cells
  const shown = week ? { from: later(week.week, period.from), to: earlier(plusDays(week.week, 6), period.to) } : period
  const side = scaleSqrt([0, Math.max(1, ...heat.cells.map(({ incidents }) => incidents))], [18, 46])
  const around = useMemo(() => circleAround(heat.cells), [heat.cells])
  const words = week ? t('weekOf', { day: shortDay(week.week) }) : t('heatAll')
  return (
    <div className="flex flex-col gap-2">
      {heat.weeks.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3">
          <label htmlFor={id} className="font-semibold">
            {t('heatWeek')}
          </label>
          <input
            id={id}
            type="range"
            min={0}
            max={heat.weeks.length}
            value={at}
            aria-valuetext={words}
            onChange={(event) => setAt(Number(event.currentTarget.value))}
            className="min-h-touch min-w-40 flex-1 accent-body"
          />
          <output htmlFor={id} className="w-36">
            {words}
          </output>
        </div>
      )}
      <MapView
        {...around}
        pin={false}
        className={HEIGHT}
        overlay={(on) =>
          cells.slice(0, MOST_MARKS).map(({ centre, incidents }, index) => (
            <Mark key={`${centre.lat} ${centre.lng}`} on={on} place={centre} above={MOST_MARKS - index}>
              <Link
                href={`/incidents?state=standing&from=${shown.from}&to=${shown.to}&bbox=${boxOf(centre, heat.cellDeg)}`}
                prefetch={false}
                aria-label={t('heatCell', { count: incidents })}
                style={{ width: side(incidents), height: side(incidents) }}
                className="grid place-items-center border-2 border-paper bg-body text-sm font-bold text-on-body opacity-85 hover:opacity-100 focus:opacity-100"
              >
                {incidents}
              </Link>
            </Mark>
          ))
        }
      />
    </div>
  )
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)
const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

function boxOf({ lat, lng }: Cells[number]['centre'], cellDeg: number) {
  const half = cellDeg / 2
  return [lng - half, lat - half, lng + half, lat + half].map((side) => side.toFixed(4)).join(',')
}

/** The busiest cells in view; the rest is a move of the map away. */
function circleAround(cells: Cells) {
  const busiest = cells.slice(0, 60).map(({ centre }) => centre)
  const lats = busiest.map(({ lat }) => lat)
  const lngs = busiest.map(({ lng }) => lng)
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  return {
    place: { lat: (south + north) / 2, lng: (west + east) / 2 },
    radiusM: Math.max(2000, (Math.max(north - south, east - west) / 2) * METRES_PER_DEGREE),
  }
}
