import { getCertificate } from '@salama/domain/certificates'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getCertificate })
