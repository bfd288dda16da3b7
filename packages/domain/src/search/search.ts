import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { search as operation } from './contract.ts'
import { highlight } from './highlight.ts'

/** What SQL found: the name, and the words that fit in it. The rest is checked with the reply. */
const Found = z.object({ data: z.array(z.looseObject({ name: z.string(), words: z.array(z.string()) })) })

/** Anything with a name, by what somebody typed, best first. */
export const search = useCase(operation, async (caller, { q, types, lat, lng, limit }) => {
  const found = await callRpc(caller, 'search', {
    p_q: q,
    p_types: types?.split(','),
    p_lat: lat,
    p_lng: lng,
    p_limit: limit,
  })
  return {
    data: Found.parse(found).data.map(({ name, words, ...hit }) => ({ ...hit, highlight: highlight(name, words) })),
    page: { nextCursor: null },
  }
})
