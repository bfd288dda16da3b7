'use client'

import type { listIncidentRecords } from '@salama/domain/incident-records/list-contract'
import type { ReplyOf } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link, useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { IncidentSign } from '@salama/ui/incidents/incident-sign.tsx'
import { MapLegend } from '@salama/ui/map/legend.tsx'
import type { ReadyMap } from '@salama/ui/map/use-map.ts'
import { Image as ImageIcon, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useMemo, useRef, useState } from 'react'
import { circleAround } from '@/parts/circle-around.ts'
import { lazyMap } from '@/parts/load-map.tsx'
import { useIncidentMarker } from '@/review/context/subject-map.tsx'

type Incidents = Readonly<ReplyOf<typeof listIncidentRecords>['data']>

const MapView = lazyMap('h-80 lg:h-[70dvh]')

/** Incidents as a list and on a map. A marker leads to its row; moving the map offers to search there. */
export function IncidentList({ incidents, query }: { incidents: Incidents; query: Readonly<Record<string, string>> }) {
  const t = useTranslations('incidentList')
  const router = useRouter()
  const marker = useIncidentMarker()
  const list = useRef<HTMLUListElement>(null)
  const [chosen, setChosen] = useState<string>()
  const [hasMoved, setHasMoved] = useState(false)
  const around = useMemo(() => circleAround(incidents.map(({ place }) => place)), [incidents])
  const choose = (id: string) => {
    setChosen(id)
    list.current?.querySelector(`[data-incident="${id}"]`)?.scrollIntoView({ block: 'center' })
  }
  const searchHere = (on: ReadyMap) => {
    const { cursor: _, ...kept } = query
    setHasMoved(false)
    router.replace({ pathname: '/incidents', query: { ...kept, bbox: boxOf(on) } }, { scroll: false })
  }
  return (
    <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <section aria-label={t('map')} className="lg:order-last">
        <div className="lg:sticky lg:top-15">
          <MapView
            {...around}
            pin={false}
            incidents={incidents.map((each) => marker({ ...each, distanceM: 0 }))}
            chosen={chosen}
            onChoose={choose}
            onMove={() => setHasMoved(true)}
            overlay={(on) =>
              hasMoved && (
                <div className="absolute inset-x-0 top-2 flex justify-center">
                  <Button variant="main" onClick={() => searchHere(on)}>
                    <Icon as={Search} />
                    {t('searchHere')}
                  </Button>
                </div>
              )
            }
          >
            <MapLegend />
          </MapView>
        </div>
      </section>
      <ul ref={list} className="border-y border-line">
        {incidents.map((incident) => (
          <IncidentItem key={incident.id} incident={incident} isChosen={incident.id === chosen} />
        ))}
      </ul>
    </div>
  )
}

function IncidentItem({ incident, isChosen }: { incident: Incidents[number]; isChosen: boolean }) {
  const t = useTranslations('incidentList')
  const review = useTranslations('review')
  const category = useTranslations('categories')
  const { moment } = useTimes()
  const { id, corroboration, placeName, corridor, vehicle, note, photos, reports } = incident
  const where = [placeName, corridor?.name].filter(Boolean).join(' · ')
  return (
    <li
      data-incident={id}
      className={cx('flex gap-3 border-b border-line px-2 py-2 last:border-0', isChosen && 'bg-sunken band-beside')}
    >
      <IncidentSign
        category={incident.category}
        corroboration={corroboration === 'refuted' ? 'disputed' : corroboration}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link
            href={`/incidents/${id}`}
            prefetch={false}
            className="touch-link font-semibold decoration-line underline-offset-4 hover:decoration-current"
          >
            {category(incident.category)}
            {where && ` · ${where}`}
          </Link>
          <time dateTime={incident.firstSeenAt} className="text-sm whitespace-nowrap text-soft">
            {moment(incident.firstSeenAt)}
          </time>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
          {vehicle && <Plate value={vehicle.plate} />}
          <span>
            {[
              review(`lifecycle.${incident.lifecycle}`),
              review(`corroboration.${corroboration}`),
              review('reportsCount', { count: reports }),
            ].join(' · ')}
          </span>
          {photos > 0 && (
            <span className="inline-flex items-center gap-1">
              <Icon as={ImageIcon} />
              {t('photos', { count: photos })}
            </span>
          )}
        </p>
        {note && <p className="line-clamp-2 break-words">{note}</p>}
      </div>
    </li>
  )
}

/** The longest side that one request may have. */
const MAX_SIDE_DEGREES = 0.5

/** What the map shows, or the middle of it where that is too much. */
function boxOf({ map }: ReadyMap): string {
  const centre = map.getCenter()
  const bounds = map.getBounds()
  const half = (low: number, high: number) => Math.min((high - low) / 2, MAX_SIDE_DEGREES / 2 - 0.0001)
  const lng = half(bounds.getWest(), bounds.getEast())
  const lat = half(bounds.getSouth(), bounds.getNorth())
  const wrapped = (degrees: number) => ((degrees + 540) % 360) - 180
  return [wrapped(centre.lng - lng), centre.lat - lat, wrapped(centre.lng + lng), centre.lat + lat]
    .map((side) => side.toFixed(4))
    .join(',')
}
