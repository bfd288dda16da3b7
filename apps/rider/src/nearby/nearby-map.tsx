import { openBasemap } from '@salama/ui/map/basemap.ts'
import { MapLoading } from '@salama/ui/map/map-loading.tsx'
import { MAPLIBRE_URL } from '@salama/ui/map/maplibre.ts'
import dynamic from 'next/dynamic'
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

/** What a finger drags before there is a map: pixels, by which the map is moved once it is there. */
const early = { current: { x: 0, y: 0 } }
let from: PointerEvent | null = null

function holdDrag(event: PointerEvent) {
  const room = event.target instanceof Element && event.target.closest('[data-map]')
  const isDrag = event.buttons === 1 && room && !room.querySelector('canvas')
  if (isDrag && from) {
    early.current.x += event.clientX - from.clientX
    early.current.y += event.clientY - from.clientY
  }
  from = isDrag ? event : null
}

// Of the whole page: React has this part of it only seconds later.
if (typeof document !== 'undefined')
  for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const) addEventListener(type, holdDrag)

// Not rendered by the server: what is pressed would wait until React has this part, too.
const MapPanel = dynamic(loadPanel, { ssr: false, loading: MapLoading })

/** The map of the list, whose room and ways to change the place are there before its script comes. */
export function NearbyMap(props: Omit<MapPanelProps, 'early'>) {
  return (
    <div className="@container relative isolate h-full touch-none [--map-controls:64px]">
      <link rel="modulepreload" href={MAPLIBRE_URL} fetchPriority="low" />
      <MapPanel {...props} early={early} />
      <LocateButton choice={props.choice} />
    </div>
  )
}
