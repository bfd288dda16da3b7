import { submitVoteForm } from '@salama/domain/incidents'
import { withDevice, withForm } from '@salama/session'
import { route } from '@salama/session/route'
import { incidentPage } from '@/form-pages.ts'

const handlers = route({ POST: submitVoteForm })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(withDevice(handlers.POST), incidentPage)
