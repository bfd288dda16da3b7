import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { OutboxPage } from '@/outbox-list/outbox-page.tsx'

export const { generateMetadata, Page } = cachedPage('outbox', () => (
  <ClientMessages of={['common', 'desk', 'outbox', 'errors']}>
    <OutboxPage />
  </ClientMessages>
))
export default Page
