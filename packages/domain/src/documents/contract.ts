import { z } from 'zod'
import { EXAMPLE } from '../shared/examples.ts'
import { operation } from '../shared/operation.ts'
import { Instant, Locale, RequestDay, Text, TextLocale } from '../shared/shapes.ts'

const DocumentKey = Text.min(1).max(80).describe('For example `terms`, `privacy`, `surveyor-agreement`.')
const Version = z.iso.date().describe('The day from which the version is in force.')
/** The same as a query parameter or path segment. */
const AskedVersion = RequestDay.describe('The day from which the version is in force.')

export const DocumentAcceptance = z
  .object({
    documentKey: z.string(),
    currentVersion: Version,
    acceptedVersion: Version.nullable().describe('The latest version that the caller accepted.'),
    acceptedAt: Instant.nullable().describe('When the caller first accepted that version.'),
    needed: z.boolean().describe('True if the caller has not accepted the current version.'),
  })
  .meta({
    id: 'DocumentAcceptance',
    description: 'The current version of a legal document and the one that the caller accepted.',
  })

export const DocumentAcceptanceBody = z
  .strictObject({ version: AskedVersion.describe('The accepted version.') })
  .meta({ id: 'DocumentAcceptanceBody', description: 'Acceptance of one version of a document.' })

export const LegalDocument = z
  .object({
    documentKey: z.string(),
    version: Version,
    currentVersion: Version,
    locale: TextLocale,
    title: z.string(),
    text: z.string().describe('CommonMark, without HTML.'),
  })
  .meta({ id: 'LegalDocument', description: 'The text of one version of a legal document.' })

const params = z.object({ documentKey: DocumentKey })

const example = {
  documentKey: 'terms',
  currentVersion: '2026-11-27',
  acceptedVersion: '2026-11-27',
  acceptedAt: '2026-11-27T06:52:04Z',
  needed: false,
}

export const getDocumentAcceptance = operation({
  name: 'getDocumentAcceptance',
  method: 'get',
  path: '/api/v1/documents/{documentKey}/acceptance',
  tag: 'Documents',
  summary: 'Get your acceptance of a document',
  description: 'Returns the current version of a legal document and the one that the caller accepted.',
  access: 'user',
  params,
  reply: DocumentAcceptance,
  errors: ['not_found'],
  examples: { params: { documentKey: 'terms' }, reply: example },
})

export const acceptDocument = operation({
  name: 'acceptDocument',
  method: 'put',
  path: '/api/v1/documents/{documentKey}/acceptance',
  inApp: { method: 'post', path: '/api/documents/{documentKey}/accept' },
  tag: 'Documents',
  summary: 'Accept a document',
  description:
    'Records that the caller accepts a version of a legal document. A repeat changes nothing: the time of the first acceptance stays.',
  access: 'user',
  params,
  body: DocumentAcceptanceBody,
  reply: DocumentAcceptance,
  errors: ['not_found'],
  examples: { params: { documentKey: 'terms' }, body: { version: '2026-11-27' }, reply: example },
})

export const getDocument = operation({
  name: 'getDocument',
  method: 'get',
  path: '/api/v1/documents/{documentKey}',
  tag: 'Documents',
  summary: 'Get a document',
  description: 'Returns the text of a legal document: the current or the requested version.',
  access: 'user',
  params,
  query: z.object({
    version: AskedVersion.optional().describe('Defaults to the current version.'),
    locale: Locale.optional().describe('Defaults to the caller’s own, else the first of the city.'),
  }),
  reply: LegalDocument,
  errors: ['not_found'],
  cache: { maxAgeS: 300 },
  examples: {
    params: { documentKey: 'terms' },
    reply: {
      documentKey: 'terms',
      version: '2026-11-27',
      currentVersion: '2026-11-27',
      locale: EXAMPLE.locale,
      title: 'Terms of use',
      text: 'Salama lets people say what happened …',
    },
  },
})
