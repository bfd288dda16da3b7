import { defaultUrlTransform } from 'react-markdown'

/** Where the apps are, as far as it is known, and the language in which their pages open. */
export type AppLinks = { addresses: Partial<Record<'rider' | 'surveyor' | 'learning', string>>; locale: string }

const TO_AN_APP = /^(?<app>rider|surveyor|learning):(?<path>\/.*)$/

/**
 * The address of a link in a text. Texts are the same wherever Salama runs, so they name a page as `rider:/report`.
 * Empty where it leads nowhere or must not be followed, such as `javascript:`.
 */
export function addressIn(href: string, links: AppLinks | undefined): string {
  const { app, path } = TO_AN_APP.exec(href)?.groups ?? {}
  if (path === undefined) return /^tel:\+?\d+$/.test(href) ? href : defaultUrlTransform(href)
  const base = Object.entries(links?.addresses ?? {}).find(([name]) => name === app)?.[1]
  return base && links ? `${base.replace(/\/$/, '')}/${links.locale}${path === '/' ? '' : path}` : ''
}
