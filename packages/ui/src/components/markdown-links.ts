import { defaultUrlTransform } from 'react-markdown'

/** The URLs of the apps, as far as configured, and the language of their pages. */
export type AppLinks = { addresses: Partial<Record<'rider' | 'surveyor' | 'learning', string>>; locale: string }

const TO_AN_APP = /^(?<app>rider|surveyor|learning):(?<path>\/.*)$/

/**
 * The URL of a link in a text. Texts are the same in every installation, so they link to a page as `rider:/report`.
 * Empty for an unknown target or an unsafe URL, such as `javascript:`.
 */
export function addressIn(href: string, links: AppLinks | undefined): string {
  const { app, path } = TO_AN_APP.exec(href)?.groups ?? {}
  if (path === undefined) return /^tel:\+?\d+$/.test(href) ? href : defaultUrlTransform(href)
  const base = Object.entries(links?.addresses ?? {}).find(([name]) => name === app)?.[1]
  return base && links ? `${base.replace(/\/$/, '')}/${links.locale}${path === '/' ? '' : path}` : ''
}
