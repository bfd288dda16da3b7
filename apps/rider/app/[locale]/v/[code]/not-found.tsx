import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { useTranslations } from 'next-intl'
import { FindForm } from '@/vehicle/find-form.tsx'
import { Scan } from '@/vehicle/scan.tsx'

/** A code without a vehicle: mistyped, or of a replaced sticker. */
export default function UnknownVehicle() {
  const t = useTranslations('vehicle')
  return (
    <SplitPage
      head={
        <PageHeader title={t('unknownTitle')}>
          <p>{t('unknownWords')}</p>
        </PageHeader>
      }
    >
      <ClientMessages of={['common', 'find', 'ride']}>
        <FindForm />
        <Scan />
      </ClientMessages>
    </SplitPage>
  )
}
