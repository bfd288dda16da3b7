import { getDocument, getDocumentAcceptance } from '@salama/domain/documents'
import { getCaller, getSignedIn, requireCaller } from '@salama/session'
import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { Markdown } from '@salama/ui/components/markdown.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { Acceptance, VersionLine } from '@salama/ui/legal/document-parts.tsx'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { cache } from 'react'

type Props = PageProps<'/[locale]/legal/[key]'>

const documentOf = cache(async (key: string, locale: string) => {
  const documentKey = getDocument.operation.params.safeParse({ documentKey: key }).data?.documentKey
  if (documentKey === undefined || !hasLocale(routing.locales, locale)) notFound()
  return orNotFound(getDocument(await getCaller(), { documentKey, locale }))
})

export const generateMetadata = dataMetadata(async ({ params }: Props) => {
  const { key, locale } = await params
  const { title } = await documentOf(key, locale)
  return { title, robots: { index: false } }
})

/** A legal document in the version that is in force, accepted here. */
export default dataPage(async function LegalPage({ params }: Props) {
  const { key, locale } = await params
  const [{ documentKey, version, title, text }, signedIn] = await Promise.all([documentOf(key, locale), getSignedIn()])
  const acceptance = signedIn ? await getDocumentAcceptance(await requireCaller(), { documentKey }) : null
  return (
    <article className="mx-auto flex max-w-2xl flex-col gap-5 pb-8">
      <PageHeader title={title}>
        <VersionLine version={version} />
      </PageHeader>
      <Markdown text={text} />
      <Acceptance
        document={{ documentKey, version }}
        acceptance={acceptance}
        back={`/${locale}/legal/${documentKey}`}
      />
    </article>
  )
})
