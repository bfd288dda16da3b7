'use client'

import { MapPin } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../components/icon.tsx'
import { METRES_PER_DEGREE } from './degrees.ts'
import type { Place, ReadyMap } from './use-map.ts'

const STEP_M = 20
const MOVES: Record<string, readonly [north: number, east: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** The pin of a place, which can be dragged, or moved with the arrow keys. `label` says so. */
export function DraggablePin({
  on,
  place,
  label,
  onMove,
}: {
  on: ReadyMap
  place: Place
  label: string
  onMove: (place: Place) => void
}) {
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
      aria-label={label}
      onKeyDown={press}
      className="grid size-12 cursor-grab touch-none place-items-end justify-center text-[36px] text-body"
    >
      <Icon as={MapPin} className="fill-body [&>circle]:fill-band [&>circle]:stroke-band" />
    </button>,
    element,
  )
}
