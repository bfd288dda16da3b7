'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'
import type { ReadyMap } from '@salama/ui/map/use-map.ts'
import { Map as MapIcon, MapPin } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'

const HEIGHT = 'h-40'
const Waiting = () => <div aria-hidden="true" className={`${HEIGHT} rounded-control border-2 border-edge bg-sunken`} />
const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: Waiting,
})

type Place = { lat: number; lng: number }

/** The radius of the view in metres. */
const AROUND_M = 350
const STEP_M = 20
const MOVES: Record<string, readonly [north: number, east: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** Whether the user wants to save data, as the browser says. */
const savesData = () => Reflect.get(Reflect.get(navigator, 'connection') ?? {}, 'saveData') === true

/**
 * A small map with the place as a pin, which can be dragged, or moved with the arrow keys. It is loaded after the rest
 * of the page; to save data, only on request.
 */
export function PinMap({ place, onMove }: { place: Place; onMove: (place: Place) => void }) {
  const t = useTranslations('report.place')
  const [isShown, setIsShown] = useState<boolean | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(!savesData() && navigator.onLine), 50)
    return () => clearTimeout(timer)
  }, [])
  if (isShown === null) return <Waiting />
  if (!isShown)
    return (
      <Button className="self-start" onClick={() => setIsShown(true)}>
        <Icon as={MapIcon} />
        {t('showMap')}
      </Button>
    )
  return (
    <MapView
      place={place}
      pin={false}
      radiusM={AROUND_M}
      className={HEIGHT}
      hasStages
      overlay={(on) => <Pin on={on} place={place} onMove={onMove} />}
    />
  )
}

function Pin({ on, place, onMove }: { on: ReadyMap; place: Place; onMove: (place: Place) => void }) {
  const t = useTranslations('report.place')
  const { map, Marker } = on
  const { lat, lng } = place
  const [element] = useState(() => document.createElement('div'))
  const moved = useEffectEvent(onMove)
  useEffect(() => {
    const marker = new Marker({ element, draggable: true, anchor: 'bottom' }).setLngLat([lng, lat]).addTo(map)
    marker.on('dragend', () => moved(marker.getLngLat()))
    return () => {
      marker.remove()
    }
  }, [map, Marker, element, lat, lng])
  const press = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation() // else the map moves as well
    const [north, east] = move
    const degrees = STEP_M / METRES_PER_DEGREE
    onMove({ lat: lat + north * degrees, lng: lng + (east * degrees) / Math.cos((lat * Math.PI) / 180) })
  }
  return createPortal(
    <button
      type="button"
      aria-label={t('movePin')}
      onKeyDown={press}
      className="grid size-12 cursor-grab touch-none place-items-end justify-center text-4xl text-danger"
    >
      <Icon as={MapPin} className="fill-raised" />
    </button>,
    element,
  )
}
