'use client'

import type { Fix } from '@salama/ui/gps.ts'
import { NAIROBI } from '@salama/ui/map/degrees.ts'
import { MapView } from '@salama/ui/map/map-view.tsx'
import { Mark } from '@salama/ui/map/mark.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { distanceM } from '@/gps.ts'
import type { Near } from './assignments.tsx'
import { distance, middleOf, wordsOf } from './of-assignment.ts'

const LEAST_M = 1_500
const MOST_M = 25_000

/** The assignments on a map; details of the selected one are under it, and the list has them all. */
export function AssignmentMap({
  near,
  fix,
  chosen,
  onChoose,
}: {
  near: readonly Near[]
  fix: Fix | null
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const t = useTranslations('work')
  const locale = useLocale()
  const places = near.flatMap(({ assignment, metres }) => {
    const place = middleOf(assignment)
    return place ? [{ id: assignment.id, title: wordsOf(assignment, locale).title, place, metres }] : []
  })
  const centre = fix ?? places[0]?.place ?? NAIROBI
  const radiusM = useMemo(
    () => Math.min(MOST_M, Math.max(LEAST_M, ...places.map(({ place }) => distanceM(centre, place) * 1.2))),
    [places, centre],
  )
  return (
    <MapView
      place={centre}
      pin={fix !== null}
      radiusM={radiusM}
      hasStages
      overlay={(on) =>
        places.map(({ id, title, place, metres }, index) => (
          <Mark key={id} on={on} place={place}>
            <button
              type="button"
              aria-label={metres === null ? title : t('markAt', { title, distance: distance(metres) })}
              aria-pressed={id === chosen}
              onClick={() => onChoose(id)}
              className={`grid size-11 place-items-center rounded-control border-3 border-ink text-lg font-bold shadow-[0_0_0_2px_var(--color-paper)] ${id === chosen ? 'bg-ink text-paper outline-5 outline-offset-2 outline-band' : 'bg-raised text-ink'}`}
            >
              {index + 1}
            </button>
          </Mark>
        ))
      }
    >
      <p className="text-soft">{t('mapHint', { count: places.length })}</p>
    </MapView>
  )
}
