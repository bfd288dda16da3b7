import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { publicKey } from '@/alerts/follow.tsx'
import { ReceiptPage } from '@/receipt/receipt-page.tsx'
import { QuickExit } from '@/report/quick-exit.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('lookBack')
  return { title: t('title'), robots: { index: false, follow: false }, referrer: 'no-referrer' }
}

export default async function ReceiptLookupPage() {
  const t = await getTranslations('lookBack')
  return (
    <ClientMessages of={['common', 'lookBack', 'report', 'photos', 'find', 'errors', 'alerts', 'reportMails', 'map']}>
      <QuickExit />
      <SplitPage
        head={
          <PageHeader title={t('heading')}>
            <p>{t('words')}</p>
          </PageHeader>
        }
      >
        <noscript>
          <p>{t('noScript')}</p>
        </noscript>
        <ReceiptPage publicKey={publicKey()} />
      </SplitPage>
    </ClientMessages>
  )
}
