import type { Caller } from '@salama/domain/shared'
import { languagesOf } from '@salama/ui/apps/metadata.ts'
import { routing } from '@salama/ui/i18n/routing.ts'
import { allCorridors, allRoutes, allSaccos } from './network/find.ts'
import { riderUrl } from './page-metadata.ts'

const PAGES = ['', '/corridors', '/search', '/v', '/about-data', '/legal/terms', '/legal/privacy']

/**
 * The public pages in every language (sitemaps.org, with Google's `hreflang` links). Vehicles are left out: their codes
 * are on their stickers, and a list of all would serve only those who collect them. So are incidents, live for hours.
 */
export async function sitemap(caller: Caller): Promise<string> {
  const [corridors, routes, saccos] = await Promise.all([allCorridors(caller), allRoutes(caller), allSaccos(caller)])
  const paths = [
    ...PAGES,
    ...corridors.map(({ slug }) => `/corridors/${slug}`),
    ...routes.map(({ slug }) => `/routes/${slug}`),
    ...saccos.map(({ slug }) => `/saccos/${slug}`),
  ]
  const urls = paths.flatMap((path) => routing.locales.map((locale) => entry(locale, path)))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}

const absolute = (path: string) => escapeXml(new URL(encodeURI(path), riderUrl()).href)

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

function entry(locale: string, path: string): string {
  const alternates = Object.entries(languagesOf(path)).map(
    ([language, to]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${absolute(to)}"/>`,
  )
  return `<url><loc>${absolute(`/${locale}${path}`)}</loc>${alternates.join('')}</url>`
}
