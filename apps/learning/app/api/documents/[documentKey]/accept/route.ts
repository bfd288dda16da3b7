import { acceptDocumentInApp } from '@salama/domain/documents'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: acceptDocumentInApp })
