import { cachedPage } from '@salama/ui/apps/cached-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { SavedReader } from '@/offline/saved-reader.tsx'

/** What the service worker serves where the server is needed: the saved page of a course, else the list of them. */
export const { generateMetadata, Page } = cachedPage(
  async (locale) => {
    const t = await getTranslations({ locale, namespace: 'offline' })
    return { title: t('title') }
  },
  () => (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <ClientMessages of={['common', 'offline', 'courses', 'reading', 'scene', 'quiz', 'outbox', 'errors']}>
        <SavedReader />
      </ClientMessages>
    </div>
  ),
)
export default Page
