import { getDocument, getDocumentAcceptance } from '@salama/domain/documents'
import { fromCityTime } from '@salama/domain/shared'
import { getCaller, getSignedIn, requireCaller } from '@salama/session'
import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Markdown } from '@salama/ui/components/markdown.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { AcceptDocument } from '@salama/ui/legal/accept-document.tsx'
import { notFound } from 'next/navigation'
import { hasLocale, useTranslations } from 'next-intl'
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
        <Version version={version} />
      </PageHeader>
      <Markdown text={text} />
      <div className="border-t-2 border-line pt-5">
        {acceptance ? (
          <ClientMessages of={['common', 'legal', 'errors']}>
            <AcceptDocument
              documentKey={documentKey}
              version={version}
              acceptedAt={acceptance.needed ? null : acceptance.acceptedAt}
            />
          </ClientMessages>
        ) : (
          <SignInToAccept back={`/${locale}/legal/${documentKey}`} />
        )}
      </div>
    </article>
  )
})

function Version({ version }: { version: string }) {
  const t = useTranslations('legal')
  const { day } = useTimes()
  return <p>{t('version', { day: day(fromCityTime(version)) })}</p>
}

function SignInToAccept({ back }: { back: string }) {
  const t = useTranslations('legal')
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-soft">{t('needsAccount')}</p>
      <LinkButton href={{ pathname: '/sign-in', query: { callbackUrl: back } }}>{t('signIn')}</LinkButton>
    </div>
  )
}
