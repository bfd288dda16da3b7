import { routing } from '@salama/ui/i18n/routing.ts'
import { z } from 'zod'

// Redirect targets of plain forms. Each part of the request is encoded as one path segment: no open redirects.

function homeOf({ searchParams }: URL): string {
  const wanted = searchParams.get('locale')
  return `/${routing.locales.find((each) => each === wanted) ?? routing.defaultLocale}`
}

/** The page of a posted rating: that of its vehicle, with the rating's id, by which it can be taken back there. */
export function ratePage(sent: URLSearchParams, address: URL): string {
  const [vehicle, id] = [sent.get('vehicle') ?? '', sent.get('id') ?? '']
  if (vehicle === '') return homeOf(address)
  const page = `${homeOf(address)}/rate/${encodeURIComponent(vehicle)}`
  return z.uuid().safeParse(id).success ? `${page}?rated=${id}` : page
}

/** The page of a rating that was taken back: that of its vehicle. */
export const withdrawnPage = (sent: URLSearchParams, address: URL) =>
  `${homeOf(address)}/rate/${encodeURIComponent(sent.get('vehicle') ?? '')}?withdrawn=1`

/** The page of a posted vote: that of its incident, the last part of the form's own address. */
export const incidentPage = (_sent: URLSearchParams, address: URL) =>
  `${homeOf(address)}/incidents/${encodeURIComponent(address.pathname.split('/').at(-1) ?? '')}`

/** The page of what was followed, or is no longer. */
export const alertsPage = (_sent: URLSearchParams, address: URL) => `${homeOf(address)}/alerts`
