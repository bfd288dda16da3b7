import { LOCALES } from '@salama/ui/i18n/locales.ts'

/** The page of a course that was requested offline. */
export type RequestedPage = { course: string; module?: string; item?: string }

const COURSE_PAGE = new RegExp(
  String.raw`^/(?:${LOCALES.join('|')})/courses/(?<course>[\w-]+)(?:/(?<module>[\w-]+))?(?:/(?<item>[\w-]+))?/?(?:[?#]|$)`,
)

/** `to` is the URL that the service worker was requested. */
export function parseRequestedPage(to: string | null): RequestedPage | null {
  const { course, module, item } = COURSE_PAGE.exec(to ?? '')?.groups ?? {}
  if (course === undefined) return null
  return { course, ...(module !== undefined && { module }), ...(item !== undefined && { item }) }
}
