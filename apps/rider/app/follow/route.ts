import { submitFollowForm } from '@salama/domain/alerts'
import { withDevice, withForm } from '@salama/session'
import { route } from '@salama/session/route'
import { alertsPage } from '@/form-pages.ts'

const handlers = route({ POST: submitFollowForm })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(withDevice(handlers.POST), alertsPage)
