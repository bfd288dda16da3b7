import { getCertificate } from '@salama/domain/certificates'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getCertificate })
