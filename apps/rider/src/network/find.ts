import { listCorridors, listRoutes } from '@salama/domain/network'
import { listSaccos } from '@salama/domain/saccos'
import { findInPages } from '@salama/domain/shared'
import { getCaller } from '@salama/session'
import { cache } from 'react'

// Finds a corridor, route or sacco by its id or slug in the URL. The lists are short (some dozens each, and below two
// hundred routes), so they are paged through.

const isCalled = (name: string) => {
  const wanted = name.toLowerCase()
  return ({ id, slug }: { id: string; slug: string }) => slug === wanted || id === wanted
}

/** Read once per request; null if it does not exist. */
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

/** `?cursor=` of a URL, if it can be valid. */
export const cursorOf = (raw: unknown) => (typeof raw === 'string' && raw.length <= 400 ? { cursor: raw } : {})
