import type { Metadata, MetadataRoute } from 'next'
import { getLocale } from 'next-intl/server'
import { routing } from '../i18n/routing.ts'

type Words = { title: string | { absolute: string }; description?: string }

/**
 * The metadata of a dynamic page: its canonical URL, and the same page in the other languages. `path` is without the
 * language. Personal or temporary pages are not `listed` by search engines. `baseOf` returns the app's public URL, if
 * it has one.
 */
export const pageMetadataOf =
  (baseOf: () => string | undefined) =>
  async (path: string, words: Words, { listed = true } = {}): Promise<Metadata> => {
    const locale = await getLocale()
    const base = baseOf()
    const languages = Object.fromEntries(routing.locales.map((each) => [each, `/${each}${path}`]))
    return {
      ...words,
      ...(base && { metadataBase: new URL(base) }),
      ...(listed && base && { alternates: { canonical: `/${locale}${path}`, languages } }),
      ...(!listed && { robots: { index: false } }),
    }
  }

/**
 * The metadata for installing an app on a home screen. `part` is the app's name beside the platform's, none for the
 * rider app. The icons are drawn by scripts/icons.ts.
 */
export const appManifest = (part: string | null, description: string): MetadataRoute.Manifest => ({
  id: '/',
  name: part === null ? 'Salama' : `Salama ${part}`,
  short_name: part ?? 'Salama',
  description,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf5e9',
  theme_color: '#14432f',
  icons: [
    { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
})
