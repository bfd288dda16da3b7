import { listCorridors, listRoutes } from '@salama/domain/network'
import { listSaccos } from '@salama/domain/saccos'
import { type Caller, findInPages, listPages } from '@salama/domain/shared'
import { getVisitor } from '@salama/session'
import { dataMetadata } from '@salama/ui/apps/data-page.tsx'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { pageMetadata } from '@/page-metadata.ts'

// Finds a corridor, route or sacco by its id or slug in the URL. The lists are short (some dozens each, and below two
// hundred routes), so they are paged through.

/** Whether a row has this id or slug. */
export const isCalled = (name: string) => {
  const wanted = name.toLowerCase()
  return ({ id, slug }: { id: string; slug: string }) => slug === wanted || id === wanted
}

/** Read once per request; null if it does not exist. */
export const findCorridor = cache(async (name: string) => {
  const caller = await getVisitor()
  return findInPages((page) => listCorridors(caller, { ...page, geometry: false }), isCalled(name))
})

export const findRoute = cache(async (name: string) => {
  const caller = await getVisitor()
  return findInPages((page) => listRoutes(caller, page), isCalled(name))
})

export const findSacco = cache(async (name: string) => {
  const caller = await getVisitor()
  const find = (retired: boolean) => findInPages((page) => listSaccos(caller, { ...page, retired }), isCalled(name))
  return (await find(false)) ?? (await find(true))
})

export const allCorridors = (caller: Caller) => listPages((page) => listCorridors(caller, { ...page, geometry: false }))
export const allRoutes = (caller: Caller) => listPages((page) => listRoutes(caller, page))
export const allSaccos = (caller: Caller) => listPages((page) => listSaccos(caller, { ...page, retired: false }))

/** `?cursor=` of a URL, if it can be valid. */
export const cursorOf = (raw: unknown) => (typeof raw === 'string' && raw.length <= 400 ? { cursor: raw } : {})

type Props = { params: Promise<{ slug: string }> }

/** The metadata of the page of a corridor, route or sacco: its title is its name, its messages are `namespace`. */
export const metadataOf = <Found extends { slug: string }>(
  namespace: 'corridor' | 'route' | 'sacco',
  find: (slug: string) => Promise<Found | null>,
  nameOf: (found: Found) => string,
) =>
  dataMetadata(async ({ params }: Props) => {
    const [{ slug }, t] = await Promise.all([params, getTranslations(namespace)])
    const found = await find(slug)
    if (!found) return { title: (await getTranslations('common'))('notFoundTitle') }
    const name = nameOf(found)
    const path = `/${namespace}s/${found.slug}`
    const words = { title: name, description: t('description', { name }) }
    return pageMetadata(path, words, namespace === 'sacco' ? {} : { picture: `${path}/picture` })
  })
