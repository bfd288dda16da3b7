import { listCorridors, listRoutes } from '@salama/domain/network'
import { listSaccos } from '@salama/domain/saccos'
import { getCaller } from '@salama/session'
import { cache } from 'react'

// One corridor, route or operator group by what stands in the address: its id or its slug. The lists are short (a city
// has some dozens of each, and below two hundred routes), so they are walked.

type Listed = { id: string; slug: string }
type Answer<T> = { data: T[]; page: { nextCursor: string | null } }

const MOST_PAGES = 20

async function findIn<T extends Listed>(list: (cursor: string | undefined) => Promise<Answer<T>>, name: string) {
  const wanted = name.toLowerCase()
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data, page: next } = await list(cursor)
    const found = data.find(({ id, slug }) => slug === wanted || id === wanted)
    if (found) return found
    if (next.nextCursor === null) return null
    cursor = next.nextCursor
  }
  return null
}

const from = (cursor: string | undefined) => ({ limit: 100, ...(cursor !== undefined && { cursor }) })

/** Read once per request, like the others; null where there is none. */
export const findCorridor = cache(async (name: string) => {
  const caller = await getCaller()
  return findIn((cursor) => listCorridors(caller, { ...from(cursor), geometry: 'false' }), name)
})

export const findRoute = cache(async (name: string) => {
  const caller = await getCaller()
  return findIn((cursor) => listRoutes(caller, from(cursor)), name)
})

export const findSacco = cache(async (name: string) => {
  const caller = await getCaller()
  return findIn((cursor) => listSaccos(caller, from(cursor)), name)
})
