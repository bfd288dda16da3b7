import { getDocument } from '@salama/domain/documents'
import { DomainError } from '@salama/domain/shared'
import { getCaller } from '@salama/session'
import { cache } from 'react'

/** A legal document in a language, or null; the version that holds now unless another is asked for. */
export const findDocument = cache(async (documentKey: string, version: string | undefined, locale: 'en' | 'sw') => {
  const { operation } = getDocument
  const asked = {
    ...operation.params.safeParse({ documentKey }).data,
    ...operation.query.safeParse({ version, locale }).data,
  }
  if (asked.documentKey === undefined || asked.locale === undefined) return null
  try {
    return await getDocument(await getCaller(), { documentKey: asked.documentKey, ...asked })
  } catch (error) {
    if (error instanceof DomainError && error.slug === 'not_found') return null
    throw error
  }
})
