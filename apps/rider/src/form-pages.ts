import { routing } from '@salama/ui/i18n/routing.ts'

// Redirect targets of plain forms. Each part of the request is encoded as one path segment: no open redirects.

function homeOf({ searchParams }: URL): string {
  const wanted = searchParams.get('locale')
  return `/${routing.locales.find((each) => each === wanted) ?? routing.defaultLocale}`
}

/** The page of a posted rating: that of its vehicle. */
export function ratePage(sent: URLSearchParams, address: URL): string {
  const vehicle = sent.get('vehicle') ?? ''
  return vehicle === '' ? homeOf(address) : `${homeOf(address)}/rate/${encodeURIComponent(vehicle)}`
}

/** The page of a posted vote: that of its incident, the last part of the form's own address. */
export const incidentPage = (_sent: URLSearchParams, address: URL) =>
  `${homeOf(address)}/incidents/${encodeURIComponent(address.pathname.split('/').at(-1) ?? '')}`

/** The page of what was followed, or is no longer. */
export const alertsPage = (_sent: URLSearchParams, address: URL) => `${homeOf(address)}/alerts`
