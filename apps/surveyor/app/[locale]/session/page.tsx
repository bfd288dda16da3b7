import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { SyncStatusPage } from '@/sync-status/sync-status-page.tsx'

export const { generateMetadata, Page } = cachedPage('syncStatus', () => (
  <ClientMessages of={['common', 'fieldState', 'syncStatus']}>
    <SyncStatusPage />
  </ClientMessages>
))
export default Page
