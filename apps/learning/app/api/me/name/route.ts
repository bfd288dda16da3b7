import { chooseDisplayName } from '@salama/domain/accounts'
import { withForm } from '@salama/session'
import { certificatePage } from '@/form-pages.ts'
import { route } from '@/route.ts'

const handlers = route({ POST: chooseDisplayName })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(handlers.POST, certificatePage)
