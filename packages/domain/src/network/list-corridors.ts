import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { listCorridors as operation } from './contract.ts'

/** All corridors, the nearest first where a place is given. */
export const listCorridors = useCase(operation, async (caller, { lat, lng, geometry }) => ({
  data: await callRpc(caller, 'list_corridors', { p_lat: lat, p_lng: lng, p_geometry: geometry === 'true' }),
  page: { nextCursor: null },
}))
