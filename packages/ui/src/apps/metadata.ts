import { CITY } from '@salama/domain/shared'
import type { Metadata, MetadataRoute } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { routing } from '../i18n/routing.ts'

type Words = { title: string | { absolute: string }; description?: string }

type Options = {
  /** Personal or temporary pages are not indexed by search engines. */
  listed?: boolean
  /** The path, without the language, of the picture (1200 × 630 pixels) that a shared link shows. */
  picture?: string
}

/**
 * The metadata of a dynamic page: its canonical URL, the same page in the other languages, and what a shared link
 * shows. `path` is without the language. `baseOf` returns the app's public URL, if it has one.
 */
export const pageMetadataOf =
  (baseOf: () => string | undefined) =>
  async (path: string, words: Words, { listed = true, picture }: Options = {}): Promise<Metadata> => {
    const locale = await getLocale()
    const base = baseOf()
    const title = typeof words.title === 'string' ? words.title : words.title.absolute
    const { description } = words
    return {
      ...words,
      ...(base && { metadataBase: new URL(base) }),
      ...(listed && base && { alternates: { canonical: `/${locale}${path}`, languages: languagesOf(path) } }),
      ...(!listed && { robots: { index: false } }),
      ...(base && {
        openGraph: {
          type: 'website',
          siteName: 'Salama',
          locale: (CITY.formats[locale] ?? locale).replaceAll('-', '_'),
          url: `/${locale}${path}`,
          title,
          ...(description && { description }),
          ...(picture && { images: [{ url: `/${locale}${picture}`, width: 1200, height: 630, alt: title }] }),
        },
        ...(picture && { twitter: { card: 'summary_large_image' } }),
      }),
    }
  }

/** A page in every language; without one in its path the app chooses by the browser's languages. */
export const languagesOf = (path: string) => ({
  ...Object.fromEntries(routing.locales.map((each) => [each, `/${each}${path}`])),
  'x-default': path || '/',
})

/** The same of one of the other apps, in the first language of the city: there is one for all. */
export async function manifestOf(app: 'surveyor' | 'learning' | 'admin') {
  const t = await getTranslations({ locale: routing.defaultLocale, namespace: 'account' })
  return appManifest(t(`app.${app}`), t(`appWords.${app}`))
}

/** Of the specification "Link handling"; not yet in Next's type. */
const LINKS = { handle_links: 'preferred' }

/** The metadata for installing an app. `part`: its name beside the platform's. Icons: scripts/icons.ts. */
export const appManifest = (
  part: string | null,
  description: string,
  more: Pick<MetadataRoute.Manifest, 'shortcuts' | 'screenshots' | 'categories'> = {},
): MetadataRoute.Manifest => ({
  id: '/',
  name: part === null ? 'Salama' : `Salama ${part}`,
  short_name: part ?? 'Salama',
  description,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // A link to a page opens the installed app, in its window where one is open.
  launch_handler: { client_mode: 'navigate-existing' },
  ...LINKS,
  background_color: '#faf5e9',
  theme_color: '#14432f',
  icons: [
    { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  ...more,
})
