import { cachedPage } from '@salama/ui/apps/cached-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { OutboxList } from '@/outbox/outbox-list.tsx'

export const { generateMetadata, Page } = cachedPage(
  async (locale) => {
    const t = await getTranslations({ locale, namespace: 'outbox' })
    return { title: t('title'), lead: t('lead') }
  },
  ({ title, lead }) => (
    <SplitPage head={<PageHeader title={title}>{lead}</PageHeader>}>
      <ClientMessages of={['common', 'outbox', 'report', 'photos', 'categories', 'errors', 'find', 'shareLink']}>
        <OutboxList />
      </ClientMessages>
    </SplitPage>
  ),
)
export default Page
