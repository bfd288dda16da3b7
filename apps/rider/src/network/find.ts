import { listCorridors, listRoutes } from '@salama/domain/network'
import { listSaccos } from '@salama/domain/saccos'
import { findInPages } from '@salama/domain/shared'
import { getCaller } from '@salama/session'
import { cache } from 'react'

// One corridor, route or operator group by what stands in the address: its id or its slug. The lists are short (a city
// has some dozens of each, and below two hundred routes), so they are walked.

const isCalled = (name: string) => {
  const wanted = name.toLowerCase()
  return ({ id, slug }: { id: string; slug: string }) => slug === wanted || id === wanted
}

/** Read once per request, like the others; null where there is none. */
export const findCorridor = cache(async (name: string) => {
  const caller = await getCaller()
  return findInPages((page) => listCorridors(caller, { ...page, geometry: false }), isCalled(name))
})

export const findRoute = cache(async (name: string) => {
  const caller = await getCaller()
  return findInPages((page) => listRoutes(caller, page), isCalled(name))
})

export const findSacco = cache(async (name: string) => {
  const caller = await getCaller()
  return findInPages((page) => listSaccos(caller, page), isCalled(name))
})

/** `?cursor=` of an address, as far as it can be one. */
export const cursorOf = (raw: unknown) => (typeof raw === 'string' && raw.length <= 400 ? { cursor: raw } : {})
