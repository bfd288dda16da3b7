import { type Caller, DomainError } from '@salama/domain/shared'
import { limitAddress, respond } from '@salama/http'
import { type Locale, routing } from '@salama/ui/i18n/routing.ts'
import { LRUCache } from 'lru-cache'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { drawPicture, isDrawn, type PictureWords } from './draw-picture.tsx'
import { drawMap, type Scene } from './map-svg.ts'

const MAX_AGE_S = 300

/** Reads what is to be drawn; null: there is nothing to show. `name` is from the URL. */
type Find = (name: string, locale: Locale, caller: Caller) => Promise<PictureWords | null>

/** The app's own picture, also for what is gone or does not exist. */
async function ownWords(locale: Locale): Promise<PictureWords> {
  const t = await getTranslations({ locale, namespace: 'picture' })
  return { kind: t('kind'), title: t('title'), lines: [t('words')] }
}

/** Draws a page's picture as a visitor sees the page, without cookies: everybody sees it with a shared link. */
export function pictureRoute<Name extends string>(name: Name, find: Find) {
  const GET = (request: Request, context: { params: Promise<{ locale: string } & Record<Name, string>> }) =>
    respond(request, 'picture', async (requestId, always) => {
      const params = await context.params
      if (!hasLocale(routing.locales, params.locale)) throw new DomainError('not_found')
      const caller = { kind: 'visitor', requestId } as const
      const words = (await found(find(params[name], params.locale, caller))) ?? (await ownWords(params.locale))
      if (!isDrawn(words)) await limitAddress(request, 'drawings')
      // Other sites show it beside the link.
      always.set('cross-origin-resource-policy', 'cross-origin')
      return new Response(await drawPicture(words), {
        headers: { 'content-type': 'image/png', 'cache-control': `public, max-age=${MAX_AGE_S}` },
      })
    })
  return { GET }
}

/** Still maps of pages; a map is drawn in some tens of milliseconds, and is 20 to 60 kB. */
const maps = new LRUCache<string, Promise<string>>({ max: 100 })

/** Draws the still map of a page, as a visitor sees the page. */
export function mapRoute<Name extends string>(
  name: Name,
  find: (name: string, caller: Caller) => Promise<Scene | null>,
) {
  const GET = (request: Request, context: { params: Promise<{ locale: string } & Record<Name, string>> }) =>
    respond(request, 'map', async (requestId) => {
      const params = await context.params
      const scene = await found(find(params[name], { kind: 'visitor', requestId }))
      if (!scene) throw new DomainError('not_found')
      const key = JSON.stringify(scene)
      if (!maps.has(key)) await limitAddress(request, 'maps')
      const map = maps.get(key) ?? drawMap(scene, 'both')
      maps.set(key, map)
      map.catch(() => maps.delete(key))
      return new Response(await map, {
        headers: { 'content-type': 'image/svg+xml', 'cache-control': `public, max-age=${MAX_AGE_S}` },
      })
    })
  return { GET }
}

const NOT_SHOWN = ['not_found', 'incident_gone', 'invalid_request']

async function found<Shown>(shown: Promise<Shown | null>): Promise<Shown | null> {
  try {
    return await shown
  } catch (error) {
    if (error instanceof DomainError && NOT_SHOWN.includes(error.slug)) return null
    throw error
  }
}
