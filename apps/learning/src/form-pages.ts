import { routing } from '@salama/ui/i18n/routing.ts'
import { pathOf } from './courses/steps.ts'

// Redirect targets of plain forms. Their parts come from the form, so each is encoded as a single path segment to
// prevent open redirects.

function localeOf({ searchParams }: URL): string {
  const wanted = searchParams.get('locale')
  return routing.locales.find((each) => each === wanted) ?? routing.defaultLocale
}

const part = (sent: URLSearchParams, name: string) => encodeURIComponent(sent.get(name) ?? '')

export const itemPage = (sent: URLSearchParams, address: URL) =>
  `/${localeOf(address)}${pathOf(part(sent, 'course'), part(sent, 'module'), part(sent, 'item'))}`

export const coursePage = (sent: URLSearchParams, address: URL) =>
  `/${localeOf(address)}${pathOf(part(sent, 'course'))}`

export const myCoursesPage = (_sent: URLSearchParams, address: URL) => `/${localeOf(address)}/my-courses`

export const certificatePage = (sent: URLSearchParams, address: URL) =>
  sent.has('certificate')
    ? `/${localeOf(address)}/certificates/${part(sent, 'certificate')}`
    : `/${localeOf(address)}/account`
