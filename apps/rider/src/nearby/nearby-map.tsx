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

// Not rendered by the server: what is pressed would wait until React has this part, too.
const MapPanel = dynamic(loadPanel, { ssr: false, loading: MapLoading })

/** The map of the list, whose room and ways to change the place are there before its script comes. */
export function NearbyMap(props: MapPanelProps) {
  return (
    <div className="@container relative isolate h-full touch-none [--map-controls:64px]">
      <link rel="modulepreload" href={MAPLIBRE_URL} fetchPriority="low" />
      <MapPanel {...props} />
      <LocateButton choice={props.choice} />
    </div>
  )
}
