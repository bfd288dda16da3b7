import { cachedPage } from '@salama/ui/apps/cached-page.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { RidePage } from '@/ride/ride-page.tsx'

/** Static and the same for everybody, so that it opens offline: the ride is read on the phone. */
export const { generateMetadata, Page } = cachedPage(
  async (locale) => {
    const t = await getTranslations({ locale, namespace: 'ride' })
    return { title: t('title'), needsScript: t('needsScript') }
  },
  ({ needsScript }) => (
    <>
      <noscript>
        <Notice tone="warn">
          <p>{needsScript}</p>
        </Notice>
      </noscript>
      <ClientMessages of={['common', 'ride', 'shareLink', 'find', 'incidents', 'categories', 'map']}>
        <RidePage />
      </ClientMessages>
    </>
  ),
)
export default Page
