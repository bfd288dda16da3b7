'use client'

import type { Incident } from '@salama/domain/incidents/contract'
import type { Fix } from '@salama/ui/gps.ts'
import { IncidentSign } from '@salama/ui/incidents/incident-sign.tsx'
import type { Age } from '@salama/ui/incidents/severity.ts'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'
import type { MapView as LiveMap } from '@salama/ui/map/map-view.tsx'
import { YouDot } from '@salama/ui/map/you-dot.tsx'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAutoLocation } from '@/report/use-auto-location.ts'

const NOTHING = () => {}
const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), { ssr: false })

/** An incident on the picture, in percent of its width and height. */
type Mark = Pick<Incident, 'id' | 'category' | 'corroboration'> & { age: Age; left: number; top: number }

type Props = {
  /** The path of the still map, without the language. */
  src: string
  /** Its pixels. */
  size: { width: number; height: number }
  marks: readonly Mark[]
  /** The name of a place that is known only roughly. */
  area?: string | undefined
  hasStreets: boolean
  live: Pick<ComponentProps<typeof LiveMap>, 'place' | 'radiusM' | 'focus' | 'stages' | 'incidents'>
}

/**
 * A picture of the map, there before any script. A tap makes it the live map, which is many times larger; wide screens
 * have the power for it, and get it at once.
 */
export function PictureMap({ src, size: { width, height }, marks, area, hasStreets, live }: Props) {
  const t = useTranslations('pictureMap')
  const tMap = useTranslations('map')
  const box = useRef<HTMLDivElement>(null)
  // The radius of what the picture shows, in a box that can be higher than wide.
  const [radiusM, setRadiusM] = useState<number | null>(null)
  const start = () => {
    const { clientWidth = 1, clientHeight = 1 } = box.current ?? {}
    setRadiusM(live.radiusM * Math.max(1, (width / height) * Math.min(1, clientHeight / clientWidth)))
  }
  const startAtOnce = useEffectEvent(start)
  useEffect(() => {
    if (window.location.hash === '#map' || matchMedia('(width >= 56.25rem)').matches) startAtOnce()
  }, [])
  const { near: mine } = useAutoLocation(true, 0, NOTHING) // a page to read does not ask
  const you = mine && percentOn(live, width / height, mine)
  const cover = { width: `max(100cqw, calc(100cqh * ${width / height}))`, aspectRatio: `${width} / ${height}` }
  return (
    <div
      ref={box}
      className="@container-size absolute inset-0 isolate overflow-hidden bg-sunken [--map-controls:12px] [--map-inset:20px] split:[--map-inset:0px]"
    >
      <div className="absolute top-1/2 left-1/2 -translate-1/2" style={cover}>
        {/* biome-ignore lint/performance/noImgElement: an SVG that needs no optimizing */}
        <img src={src} alt="" width={width} height={height} fetchPriority="high" className="size-full" />
        {marks.map(({ left, top, ...mark }) => (
          <span
            key={mark.id}
            aria-hidden="true"
            className="absolute -translate-1/2"
            style={{ left: `${left}%`, top: `${top}%` }}
          >
            <IncidentSign {...mark} />
          </span>
        ))}
        {you && (
          <span className="absolute -translate-1/2" style={{ left: `${you.left}%`, top: `${you.top}%` }}>
            <YouDot />
          </span>
        )}
      </div>
      {area && (
        <p
          aria-hidden="true"
          className="absolute inset-0 grid place-items-center p-8 text-center text-sm font-semibold"
        >
          {area}
        </p>
      )}
      {radiusM !== null ? (
        <div className="absolute inset-0">
          <MapView
            {...live}
            you={mine}
            radiusM={radiusM}
            pin={false}
            hasStages
            isFramed={false}
            className="size-full"
          />
        </div>
      ) : (
        <>
          <button
            type="button"
            aria-label={t('open')}
            onClick={start}
            data-needs-script
            className="absolute inset-0 size-full"
          />
          {hasStreets && (
            <a
              href="https://www.openstreetmap.org/copyright"
              target="_blank"
              rel="noreferrer"
              className="absolute end-0 bottom-(--map-inset) inline-flex min-h-6 items-center bg-paper/85 px-1.5 text-[min(0.8125rem,4vw)] text-soft"
            >
              {tMap('openStreetMap')}
            </a>
          )}
        </>
      )}
    </div>
  )
}

/** Where a place is on the picture, in percent; null beside it. Half its height is `radiusM`. */
function percentOn({ place, radiusM }: Props['live'], ratio: number, { lat, lng }: Fix) {
  const percent = (METRES_PER_DEGREE / radiusM) * 50
  const left = 50 + ((lng - place.lng) * Math.cos((lat * Math.PI) / 180) * percent) / ratio
  const top = 50 - (lat - place.lat) * percent
  return Math.min(left, top) < 0 || Math.max(left, top) > 100 ? null : { left, top }
}
