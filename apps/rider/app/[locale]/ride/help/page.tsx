import { cachedPage } from '@salama/ui/apps/cached-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { HelpPage } from '@/ride/help-page.tsx'

/** Static, so that it opens offline. */
export const { generateMetadata, Page } = cachedPage(
  async (locale) => ({ title: (await getTranslations({ locale, namespace: 'ride' }))('help') }),
  () => (
    <ClientMessages of={['common', 'ride', 'report']}>
      <HelpPage />
    </ClientMessages>
  ),
)
export default Page
