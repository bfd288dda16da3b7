'use client'

import type { searchPointsOfInterest } from '@salama/domain/network/contract'
import { call } from '@salama/http/call'
import { cx } from '@salama/ui/components/cx.ts'
import { Link, useRouter } from '@salama/ui/i18n/navigation.ts'
import { Marker } from '@salama/ui/map/marker.tsx'
import type { Place, ReadyMap } from '@salama/ui/map/use-map.ts'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { findRoutes } from '@/lists/find.ts'
import { lazyMap } from '@/parts/load-map.tsx'
import { type Named, PickSome } from '@/parts/pick-some.tsx'
import { apart } from './apart.ts'

type StageMark = Named & { place: Place }

const MapView = lazyMap('h-80 lg:h-[75dvh]')
const MAX_RESULTS_PER_KIND = 6
const NONE: readonly Named[] = []

/** Searches stages and routes; the choice goes into the URL. */
export function NetworkSearch() {
  const t = useTranslations('networkMap')
  const router = useRouter()
  const find = async (q: string, signal: AbortSignal): Promise<Named[]> => {
    const [stages, routes] = await Promise.all([
      call<typeof searchPointsOfInterest>('GET /api/map-search', { query: { q, limit: MAX_RESULTS_PER_KIND }, signal }),
      findRoutes(q, signal),
    ])
    const found = [
      stages.data.map(({ id, name, corridor, area }) => ({
        id: `stage=${id}`,
        name: t('stage', { name: [name, corridor?.name, area].filter(Boolean).join(' · ') }),
      })),
      routes.slice(0, MAX_RESULTS_PER_KIND).map(({ id, name }) => ({ id: `route=${id}`, name: t('route', { name }) })),
    ]
    // Whoever types a number looks for a route.
    return (/^\d/.test(q) ? found.toReversed() : found).flat()
  }
  return (
    <PickSome
      label={t('search')}
      find={find}
      max={1}
      picked={NONE}
      onChange={([chosen]) => chosen && router.push(`/network/map?${chosen.id}`, { scroll: false })}
    />
  )
}

/** The stages on the map, each a link. The search leads to the same without the map. */
export function NetworkMap({
  place,
  radiusM,
  marks,
  chosen,
  focus,
}: {
  place: Place
  radiusM: number
  /** The most important first: where marks would cover each other, the first is shown. */
  marks: readonly StageMark[]
  chosen: string | undefined
  focus: string | undefined
}) {
  return (
    <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:sticky lg:top-15">
      <MapView
        place={place}
        radiusM={radiusM}
        pin={false}
        {...(focus !== undefined && { focus })}
        overlay={(on) => <StageMarks on={on} marks={marks} chosen={chosen} />}
      />
    </div>
  )
}

function StageMarks({ on, marks, chosen }: { on: ReadyMap; marks: readonly StageMark[]; chosen: string | undefined }) {
  const { map } = on
  const [, setMoved] = useState(0)
  useEffect(() => {
    const moved = () => setMoved((n) => n + 1)
    map.on('moveend', moved)
    return () => void map.off('moveend', moved)
  }, [map])
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const shown = apart(marks, ({ place }) => map.project([place.lng, place.lat]), { width, height })
  return shown.map(({ id, name, place }) => (
    <Marker key={id} on={on} place={place} above={id === chosen ? 1 : 0}>
      <Link
        href={`/network/map?stage=${id}`}
        scroll={false}
        aria-current={id === chosen ? 'true' : undefined}
        className="group grid size-11 place-items-center"
      >
        <span
          className={cx(
            'block rounded-full border-3 border-link group-hover:bg-link',
            id === chosen ? 'size-6 bg-link outline-5 outline-band' : 'size-4 bg-raised',
          )}
        />
        <span
          className={cx(
            'absolute top-9 left-1/2 w-[6rem] -translate-x-1/2 text-center text-xs leading-tight text-ink',
            id === chosen && 'font-semibold',
          )}
        >
          <span className="bg-paper/85 box-decoration-clone px-0.5">{name}</span>
        </span>
      </Link>
    </Marker>
  ))
}
