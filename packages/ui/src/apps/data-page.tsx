import { DomainError } from '@salama/domain/shared'
import { setPageStatus } from '@salama/http'
import { signInAgain } from '@salama/session'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { PageHeader } from '../components/page-header.tsx'
import { ReloadButton } from '../components/reload-button.tsx'

// Pages that read data, and return 503 with a page and Retry-After without them (Next's 500 shows nothing without
// scripts), and go to sign-in where their reader's session has ended meanwhile. The page itself must read, not a
// component inside: its error comes after the response has started.

const RETRY_AFTER_S = 5

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.slug === 'unavailable'

/** Creates a page from a function that reads data and renders it: `export default dataPage(async function …)`. */
export function dataPage<Props extends unknown[]>(page: (...props: Props) => Promise<ReactNode>) {
  return async function DataPage(...props: Props): Promise<ReactNode> {
    try {
      return await page(...props)
    } catch (error) {
      await signInAgain(error)
      if (!isUnavailable(error)) throw error
      setPageStatus(await headers(), 503, RETRY_AFTER_S)
      return <Unavailable />
    }
  }
}

/** The same for the metadata of such a page. */
export function dataMetadata<Props extends unknown[]>(make: (...props: Props) => Promise<Metadata>) {
  return async (...props: Props): Promise<Metadata> => {
    try {
      return await make(...props)
    } catch (error) {
      await signInAgain(error)
      if (!isUnavailable(error)) throw error
      return { title: (await getTranslations('common'))('unavailableTitle'), robots: { index: false } }
    }
  }
}

async function Unavailable() {
  const t = await getTranslations('common')
  return (
    <div role="alert" className="max-w-2xl">
      <PageHeader title={t('unavailableTitle')}>{t('unavailableWords')}</PageHeader>
      <ReloadButton>{t('retry')}</ReloadButton>
    </div>
  )
}
