import { callRpc } from '../machinery/call-rpc.ts'
import { withSnapshots } from '../machinery/memory/snapshots.ts'
import { useCase } from '../machinery/use-case.ts'
import * as admin from './admin-contract.ts'
import * as contract from './contract.ts'
import * as resources from './resources-contract.ts'

export { getCorridorMap } from './get-corridor-map.ts'
export { listFeedCredits } from './list-feed-credits.ts'

export const getCorridor = withSnapshots(useCase(resources.getCorridor))
export const getLinePage = withSnapshots(useCase(contract.getLinePage))
export const getRoute = withSnapshots(useCase(resources.getRoute))
export const getRouteForAdmin = useCase(admin.getRouteForAdmin)
export const getStageForAdmin = useCase(admin.getStageForAdmin)
export const getStop = withSnapshots(useCase(resources.getStop))
export const listCorridorIncidents = withSnapshots(useCase(contract.listCorridorIncidents))
export const listCorridors = withSnapshots(useCase(contract.listCorridors))
export const listMainStages = withSnapshots(useCase(contract.listMainStages))
export const listRoutes = withSnapshots(useCase(resources.listRoutes))
export const listStops = withSnapshots(useCase(resources.listStops))
export const searchPointsOfInterest = useCase(contract.searchPointsOfInterest)

/** The service areas, and the location of a place when one is given. */
export const getServiceArea = useCase(contract.getServiceArea, async (caller, { lat, lng }) => {
  const [areas, location] = await Promise.all([
    callRpc(caller, 'get_service_area', {}),
    lat === undefined || lng === undefined
      ? null
      : callRpc(caller, 'resolve_corridor_for_location', { p_lat: lat, p_lng: lng }),
  ])
  return { ...Object(areas), location }
})
