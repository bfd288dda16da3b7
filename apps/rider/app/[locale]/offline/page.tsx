import { cachedPage } from '@salama/ui/apps/cached-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { SavedList } from '@/offline/saved-list.tsx'

/** The fallback that the service worker serves for pages that need the server: links that work, and the last list. */
export const { generateMetadata, Page } = cachedPage(
  async (locale) => {
    const t = await getTranslations({ locale, namespace: 'offline' })
    return { title: t('title'), lead: t('lead') }
  },
  ({ title, lead }) => (
    <SplitPage head={<PageHeader title={title}>{lead}</PageHeader>}>
      <ClientMessages of={['common', 'offline', 'nearby', 'incidents', 'categories']}>
        <SavedList />
      </ClientMessages>
    </SplitPage>
  ),
)
export default Page
