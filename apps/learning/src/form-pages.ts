import { routing } from '@salama/ui/i18n/routing.ts'
import { pathOf } from './courses/steps.ts'

// The pages that plain forms lead back to. What they are made of comes from the form, so each part is only ever one
// part of a path of ours.

function localeOf({ searchParams }: URL): string {
  const wanted = searchParams.get('locale')
  return routing.locales.find((each) => each === wanted) ?? routing.defaultLocale
}

const part = (sent: URLSearchParams, name: string) => encodeURIComponent(sent.get(name) ?? '')

export const itemPage = (sent: URLSearchParams, address: URL) =>
  `/${localeOf(address)}${pathOf(part(sent, 'course'), part(sent, 'module'), part(sent, 'item'))}`

export const coursePage = (sent: URLSearchParams, address: URL) =>
  `/${localeOf(address)}${pathOf(part(sent, 'course'))}`

export const certificatePage = (sent: URLSearchParams, address: URL) =>
  sent.has('certificate')
    ? `/${localeOf(address)}/certificates/${part(sent, 'certificate')}`
    : `/${localeOf(address)}/account`
