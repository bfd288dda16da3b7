import { routing } from '@salama/ui/i18n/routing.ts'

/** The page of a posted form: that of its vehicle, in the form's language. */
export function ratePage(sent: URLSearchParams, address: URL): string {
  const wanted = address.searchParams.get('locale')
  const locale = routing.locales.find((each) => each === wanted) ?? routing.defaultLocale
  const vehicle = sent.get('vehicle') ?? ''
  return vehicle === '' ? `/${locale}` : `/${locale}/rate/${encodeURIComponent(vehicle)}`
}
