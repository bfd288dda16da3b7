import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getServiceArea as operation } from './contract.ts'

/** The service areas, and the location of a place when one is given. */
export const getServiceArea = useCase(operation, async (caller, { lat, lng }) => {
  const [areas, location] = await Promise.all([
    callRpc(caller, 'get_service_area', {}),
    lat === undefined || lng === undefined
      ? null
      : callRpc(caller, 'resolve_corridor_for_location', { p_lat: lat, p_lng: lng }),
  ])
  return { ...Object(areas), location }
})
