import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { keptPage } from '@/kept-page.tsx'
import { OfflineWays } from '@/offline/offline-page.tsx'

export const { generateMetadata, Page } = keptPage('offline', () => (
  <ClientMessages of={['common', 'offline']}>
    <OfflineWays />
  </ClientMessages>
))
export default Page
