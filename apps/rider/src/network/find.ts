import { listCorridors, listRoutes } from '@salama/domain/network'
import { listSaccos } from '@salama/domain/saccos'
import { type Caller, findInPages, listPages } from '@salama/domain/shared'
import { getVisitor } from '@salama/session'
import { dataMetadata } from '@salama/ui/apps/data-page.tsx'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { pageMetadata } from '@/page-metadata.ts'

// Finds a corridor, route or sacco by its id or slug in the URL. The lists are short (some dozens each, and below two
// hundred routes), so they are paged through.

/** Whether a row has this id or slug. */
const isCalled = (name: string) => {
  const wanted = name.toLowerCase()
  return ({ id, slug }: { id: string; slug: string }) => slug === wanted || id === wanted
}

export const corridorOf = (caller: Caller, name: string) =>
  findInPages((page) => listCorridors(caller, { ...page, geometry: false }), isCalled(name))
export const routeOf = (caller: Caller, name: string) => findInPages((page) => listRoutes(caller, page), isCalled(name))

/** Read once per request; null if it does not exist. */
export const findCorridor = cache(async (name: string) => corridorOf(await getVisitor(), name))
export const findRoute = cache(async (name: string) => routeOf(await getVisitor(), name))

export const findSacco = cache(async (name: string) => {
  const caller = await getVisitor()
  const find = (retired: boolean) => findInPages((page) => listSaccos(caller, { ...page, retired }), isCalled(name))
  return (await find(false)) ?? (await find(true))
})

export const allCorridors = (caller: Caller) => listPages((page) => listCorridors(caller, { ...page, geometry: false }))
export const allRoutes = (caller: Caller) => listPages((page) => listRoutes(caller, page))
export const allSaccos = (caller: Caller) => listPages((page) => listSaccos(caller, { ...page, retired: false }))

type Params = Promise<{ locale: string; slug: string }>
type Find<Found> = (name: string) => Promise<Found | null>

/** What the URL of a page names, or 404; a URL with its id redirects to the one with its slug. */
export async function subjectOf<Found extends { slug: string }>(folder: string, find: Find<Found>, params: Params) {
  const { locale, slug } = await params
  const found = await find(slug)
  if (!found) notFound()
  if (slug !== found.slug) redirect(`/${locale}/${folder}/${found.slug}`)
  return found
}

/** The metadata of the page of a corridor, route or sacco: its title is its name, its messages are `namespace`. */
export const metadataOf = <Found extends { slug: string }>(
  namespace: 'corridor' | 'route' | 'sacco',
  find: Find<Found>,
  nameOf: (found: Found) => string,
) =>
  dataMetadata(async ({ params }: { params: Params }) => {
    const [{ slug }, t] = await Promise.all([params, getTranslations(namespace)])
    const found = await find(slug)
    if (!found) return { title: (await getTranslations('common'))('notFoundTitle') }
    const name = nameOf(found)
    const path = `/${namespace}s/${found.slug}`
    const words = { title: name, description: t('description', { name }) }
    return pageMetadata(path, words, namespace === 'sacco' ? {} : { picture: `${path}/picture` })
  })
