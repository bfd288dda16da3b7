import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Unsubscribe } from '@/report-mails/unsubscribe.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('reportMails')
  return { title: t('stop'), robots: { index: false, follow: false }, referrer: 'no-referrer' }
}

/** Where the link in a mail about a report leads. */
export default async function StopEmailsPage() {
  const t = await getTranslations('reportMails')
  return (
    <ClientMessages of={['reportMails', 'errors']}>
      <div className="max-w-2xl">
        <PageHeader title={t('stop')}>
          <p>{t('stopWords')}</p>
        </PageHeader>
        <Unsubscribe />
      </div>
    </ClientMessages>
  )
}
