import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { searchPointsOfInterest as operation } from './contract.ts'

/** Stops and landmarks whose name fits what somebody typed, typos forgiven; near ones first where a place is given. */
export const searchPointsOfInterest = useCase(operation, async (caller, { q, lat, lng, limit }) => ({
  data: await callRpc(caller, 'search_points_of_interest', { p_q: q, p_lat: lat, p_lng: lng, p_limit: limit }),
  page: { nextCursor: null },
}))
