import { acceptDocument } from '@salama/domain/documents'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: acceptDocument })
