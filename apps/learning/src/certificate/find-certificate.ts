import { getCertificate } from '@salama/domain/certificates'
import { DomainError } from '@salama/domain/shared'
import { getCaller } from '@salama/session'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import { cache } from 'react'

/** The certificate of a code, in any spelling; null if there is none. */
export const findCertificate = cache(async (code: string, locale: Locale) => {
  const asked = getCertificate.operation.params.safeParse({ code }).data
  if (!asked) return null
  try {
    return await getCertificate(await getCaller(), { ...asked, locale })
  } catch (error) {
    if (error instanceof DomainError && error.slug === 'not_found') return null
    throw error
  }
})
