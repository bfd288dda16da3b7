import { getDocument, getDocumentAcceptance } from '@salama/domain/documents'
import { DomainError } from '@salama/domain/shared'
import { getCaller, getSignedIn, requireCaller } from '@salama/session'
import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { Markdown } from '@salama/ui/components/markdown.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { OtherLanguage } from '@salama/ui/components/other-language.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { Acceptance, VersionLine } from '@salama/ui/legal/document-parts.tsx'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { pageMetadata } from '@/page-metadata.ts'
import { TextLink } from '@/text-link.tsx'

type Props = PageProps<'/[locale]/legal/[key]'>

async function read({ params, searchParams }: Props) {
  const [{ locale, key }, { version }] = await Promise.all([params, searchParams])
  if (!hasLocale(routing.locales, locale)) return null
  return findDocument(key, typeof version === 'string' ? version : undefined, locale)
}

export const generateMetadata = dataMetadata(async (props: Props): Promise<Metadata> => {
  const [document, t] = await Promise.all([read(props), getTranslations('common')])
  if (!document) return { title: t('notFoundTitle') }
  const isCurrent = document.version === document.currentVersion
  return pageMetadata(`/legal/${document.documentKey}`, { title: document.title }, { listed: isCurrent })
})

/** A legal document: its version, its text, and whether the person accepted it. */
export default dataPage(async function LegalPage(props: Props) {
  const [document, signedIn] = await Promise.all([read(props), getSignedIn()])
  if (!document) notFound()
  const { documentKey, version, currentVersion, locale, title, text } = document
  const isCurrent = version === currentVersion
  const acceptance = signedIn && isCurrent ? await getDocumentAcceptance(await requireCaller(), { documentKey }) : null
  return (
    <SplitPage
      as="article"
      head={
        <>
          <PageHeader title={title} lang={locale}>
            <VersionLine version={version} />
          </PageHeader>
          <OtherLanguage locale={locale} />
          {!isCurrent && <Older documentKey={documentKey} />}
        </>
      }
    >
      <div lang={locale}>
        <Markdown text={text} />
      </div>
      {isCurrent && (
        <Acceptance document={document} acceptance={acceptance} back={`/${document.locale}/legal/${documentKey}`} />
      )}
    </SplitPage>
  )
})

function Older({ documentKey }: { documentKey: string }) {
  const t = useTranslations('legal')
  return (
    <Notice tone="warn">
      <p>{t('older')}</p>
      <TextLink href={`/legal/${documentKey}`}>{t('toCurrent')}</TextLink>
    </Notice>
  )
}

/** A legal document in a language, or null; the current version unless another is requested. */
const findDocument = cache(async (documentKey: string, version: string | undefined, locale: string) => {
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
