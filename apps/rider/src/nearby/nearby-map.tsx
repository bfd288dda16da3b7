import { openBasemap } from '@salama/ui/map/basemap.ts'
import { MapLoading } from '@salama/ui/map/map-loading.tsx'
import { MAPLIBRE_URL } from '@salama/ui/map/maplibre.ts'
import dynamic from 'next/dynamic'
import { type PointerEvent, useRef } from 'react'
import { LocateButton, MapUnavailable } from './map-controls.tsx'
import type { MapPanelProps } from './map-panel.tsx'

const loadPanel = () =>
  Promise.all([import('./map-panel.tsx'), import('./chosen-incident.tsx')]).then(
    ([{ MapPanel }]) => MapPanel,
    () => MapUnavailable,
  )

// A page that came with room for a map asks for it before React has taken the page over.
if (typeof document !== 'undefined' && document.querySelector('[data-map]')) {
  void loadPanel()
  void openBasemap()
}

// Not rendered by the server: what is pressed would wait until React has this part, too.
const MapPanel = dynamic(loadPanel, { ssr: false, loading: MapLoading })

/** The map of the list, whose room and ways to change the place are there before its script comes. */
export function NearbyMap(props: Omit<MapPanelProps, 'early'>) {
  const { early, ...hold } = useEarlyDrags()
  return (
    <div {...hold} className="@container relative isolate h-full touch-none [--map-controls:64px]">
      <link rel="modulepreload" href={MAPLIBRE_URL} fetchPriority="low" />
      <MapPanel {...props} early={early} />
      <LocateButton choice={props.choice} />
    </div>
  )
}

/** What a finger drags before there is a map: pixels, by which the map is moved once it is there. */
function useEarlyDrags() {
  const early = useRef({ x: 0, y: 0 })
  const from = useRef<{ x: number; y: number }>(null)
  const hold = ({ clientX: x, clientY: y, buttons, currentTarget }: PointerEvent) => {
    const isDrag = buttons === 1 && !currentTarget.querySelector('canvas')
    if (isDrag && from.current) {
      early.current.x += x - from.current.x
      early.current.y += y - from.current.y
    }
    from.current = isDrag ? { x, y } : null
  }
  return { early, onPointerDown: hold, onPointerMove: hold, onPointerUp: hold }
}
