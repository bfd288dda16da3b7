import { keptPage } from '@salama/ui/apps/kept-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { KeptList } from '@/offline/kept-list.tsx'

/** What the service worker shows in the place of a page that needs the server: the way on, and the last list. */
export const { generateMetadata, Page } = keptPage(
  async (locale) => {
    const t = await getTranslations({ locale, namespace: 'offline' })
    return { title: t('title'), lead: t('lead') }
  },
  ({ title, lead }) => (
    <SplitPage head={<PageHeader title={title}>{lead}</PageHeader>}>
      <ClientMessages of={['common', 'offline', 'nearby', 'incidents', 'categories']}>
        <KeptList />
      </ClientMessages>
    </SplitPage>
  ),
)
export default Page
