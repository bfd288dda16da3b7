import { z } from 'zod'
import { forLearners, operation } from '../shared/operation.ts'
import { Locale, Text } from '../shared/shapes.ts'

export const CertificateCode = z
  .string()
  .meta({ id: 'CertificateCode', description: 'Anyone with the code can check the certificate. It cannot be guessed.' })

export const Certificate = z
  .object({
    code: CertificateCode,
    course: z.object({ id: z.uuid(), slug: z.string(), title: z.string(), summary: z.string() }),
    issuedOn: z.iso.date(),
    displayName: z.string().nullable().describe('The name that the holder chose, if any.'),
  })
  .meta({ id: 'Certificate', description: 'A certificate of a completed course.' })

export const getCertificate = operation({
  name: 'getCertificate',
  method: 'get',
  path: '/api/v1/learning/certificates/{code}',
  ...forLearners,
  summary: 'Check a certificate',
  description: 'Returns the completed course, the date and the name that the holder chose. No other personal data.',
  params: z.object({
    code: Text.min(1).max(80).describe('The code on the certificate. Case, hyphens and spaces are ignored.'),
  }),
  query: z.object({ locale: Locale.optional().describe('The language of the course title.') }),
  reply: Certificate,
  errors: ['not_found'],
  examples: {
    params: { code: '7K3M9-QXR2H-T8WBN-4CJ6E' },
    reply: {
      code: '7K3M9-QXR2H-T8WBN-4CJ6E',
      course: {
        id: 'f7491154-7b11-561e-91a0-c25fc2a3aa35',
        slug: 'surveyor-basics',
        title: 'Surveyor basics',
        summary: 'How field work goes, from the first tap to an approved entry.',
      },
      issuedOn: '2026-11-20',
      displayName: 'Chebet',
    },
  },
  // An employer who checks a code has no account.
  inApp: { access: 'public' },
})
