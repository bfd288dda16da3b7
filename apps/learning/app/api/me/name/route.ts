import { chooseDisplayName } from '@salama/domain/accounts'
import { withForm } from '@salama/session'
import { route } from '@salama/session/route'
import { certificatePage } from '@/form-pages.ts'

const handlers = route({ POST: chooseDisplayName })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(handlers.POST, certificatePage)
