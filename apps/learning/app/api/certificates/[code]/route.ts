import { getCertificateInApp } from '@salama/domain/certificates'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getCertificateInApp })
