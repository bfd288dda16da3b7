import { cachedPage } from '@salama/ui/apps/cached-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { SavedReader } from '@/offline/saved-reader.tsx'

/**
 * What the service worker shows in the place of a page that needs the server: the page of a course that is saved on this
 * device, else the list of those that are. Its heading is in that page.
 */
export const { generateMetadata, Page } = cachedPage(
  async (locale) => {
    const t = await getTranslations({ locale, namespace: 'offline' })
    return { title: t('title') }
  },
  () => (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <ClientMessages of={['common', 'offline', 'courses', 'reading', 'quiz', 'outbox', 'errors']}>
        <SavedReader />
      </ClientMessages>
    </div>
  ),
)
export default Page
