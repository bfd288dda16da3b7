import { localeOf } from '@salama/ui/i18n/locales.ts'
import { pathOf } from './courses/steps.ts'

// Redirect targets of plain forms. Each part of the form is encoded as one path segment: no open redirects.

const homeOf = ({ searchParams }: URL) => `/${localeOf(searchParams.get('locale'))}`

const part = (sent: URLSearchParams, name: string) => encodeURIComponent(sent.get(name) ?? '')

export const itemPage = (sent: URLSearchParams, address: URL) =>
  `${homeOf(address)}${pathOf(part(sent, 'course'), part(sent, 'module'), part(sent, 'item'))}`

export const coursePage = (sent: URLSearchParams, address: URL) => `${homeOf(address)}${pathOf(part(sent, 'course'))}`

export const myCoursesPage = (_sent: URLSearchParams, address: URL) => `${homeOf(address)}/my-courses`

export const certificatePage = (sent: URLSearchParams, address: URL) =>
  sent.has('certificate')
    ? `${homeOf(address)}/certificates/${part(sent, 'certificate')}`
    : `${homeOf(address)}/account`
