import { Notice } from '@salama/ui/components/notice.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { ReportFlow } from '@/report/report-flow.tsx'

type Props = PageProps<'/[locale]/report'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) return {}
  const t = await getTranslations({ locale, namespace: 'report' })
  return { title: t('title'), description: t('description') }
}

/** Static and the same for everybody, so that the service worker can cache it. */
export default async function ReportPage({ params }: Props) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  const t = await getTranslations('report')
  return (
    <>
      <noscript>
        <Notice tone="warn">
          <p>{t('needsScript')}</p>
        </Notice>
      </noscript>
      <ClientMessages
        of={[
          'common',
          'report',
          'picker',
          'photos',
          'outbox',
          'nearby',
          'categories',
          'incidents',
          'stops',
          'errors',
          'find',
          'map',
          'shareLink',
          'reportMails',
        ]}
      >
        <ReportFlow />
      </ClientMessages>
    </>
  )
}
