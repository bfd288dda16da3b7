import type { MapView } from '@salama/ui/map/map-view.tsx'

const NoMap: typeof MapView = () => <span hidden />

/** The map, for `dynamic`. A page that is shown when its code cannot be loaded, as offline, does without. */
export const loadMap = () => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView).catch(() => NoMap)
