import { submitRideFeedbackForm } from '@salama/domain/feedback'
import { withForm } from '@salama/session'
import { route } from '@salama/session/route'
import { routing } from '@salama/ui/i18n/routing.ts'

const handlers = route({ POST: submitRideFeedbackForm })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(handlers.POST, ratePage)

/** The page of a posted form: that of its vehicle, in the form's language. */
function ratePage(sent: URLSearchParams, address: URL): string {
  const wanted = address.searchParams.get('locale')
  const locale = routing.locales.find((each) => each === wanted) ?? routing.defaultLocale
  const vehicle = sent.get('vehicle') ?? ''
  return vehicle === '' ? `/${locale}` : `/${locale}/rate/${encodeURIComponent(vehicle)}`
}
