import type { MapView } from '@salama/ui/map/map-view.tsx'
import dynamic from 'next/dynamic'
import type { ComponentProps } from 'react'

const NoMap: typeof MapView = () => <span hidden />

/** A page that is shown when the map's code cannot be loaded, as offline, does without. */
const load = () => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView).catch(() => NoMap)

export const MapPlaceholder = ({ height }: { height: string }) => (
  <div className={`${height} rounded-control bg-sunken`} />
)

/** A map that is loaded after the page, with a placeholder of the same size. `height` is a class, as `h-64`. */
export function lazyMap(height: string) {
  const LoadedMap = dynamic(load, { ssr: false, loading: () => <MapPlaceholder height={height} /> })
  return (props: Omit<ComponentProps<typeof MapView>, 'className'>) => <LoadedMap {...props} className={height} />
}
