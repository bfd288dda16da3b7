import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { OfflineWays } from '@/offline/offline-page.tsx'

export const { generateMetadata, Page } = cachedPage('offline', () => (
  <ClientMessages of={['common', 'offline']}>
    <OfflineWays />
  </ClientMessages>
))
export default Page
