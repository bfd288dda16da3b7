import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../shared/index.ts'
import { PointOfInterest } from './contract.ts'

/** Stops and landmarks whose name fits what somebody typed, typos forgiven; near ones first where a place is given. */
export async function searchPointsOfInterest(
  caller: Caller,
  input: { q: string; lat?: number | undefined; lng?: number | undefined; limit?: number | undefined },
): Promise<PointOfInterest[]> {
  const found = await callRpc(caller, 'search_points_of_interest', {
    p_q: input.q,
    p_lat: input.lat,
    p_lng: input.lng,
    p_limit: input.limit,
  })
  return z.array(PointOfInterest).parse(found)
}
