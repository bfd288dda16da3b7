/** What somebody asked for offline, as far as it is a page of a course. */
export type Wanted = { course: string; module?: string; item?: string }

const COURSE_PAGE =
  /^\/(?:en|sw)\/courses\/(?<course>[\w-]+)(?:\/(?<module>[\w-]+))?(?:\/(?<item>[\w-]+))?\/?(?:[?#]|$)/

/** `to` is the address that the service worker was asked for. */
export function readWanted(to: string | null): Wanted | null {
  const { course, module, item } = COURSE_PAGE.exec(to ?? '')?.groups ?? {}
  if (course === undefined) return null
  return { course, ...(module !== undefined && { module }), ...(item !== undefined && { item }) }
}
