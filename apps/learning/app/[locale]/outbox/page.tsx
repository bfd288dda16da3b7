import { cachedPage } from '@salama/ui/apps/cached-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { OutboxList } from '@/outbox/outbox-list.tsx'

export const { generateMetadata, Page } = cachedPage(
  async (locale) => {
    const t = await getTranslations({ locale, namespace: 'outbox' })
    return { title: t('title'), lead: t('lead') }
  },
  ({ title, lead }) => (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={title}>{lead}</PageHeader>
      <ClientMessages of={['common', 'outbox', 'courses', 'errors']}>
        <OutboxList />
      </ClientMessages>
    </div>
  ),
)
export default Page
