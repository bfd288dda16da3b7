import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { keptPage } from '@/kept-page.tsx'
import { OutboxPage } from '@/outbox-list/outbox-page.tsx'

export const { generateMetadata, Page } = keptPage('outbox', () => (
  <ClientMessages of={['common', 'desk', 'outbox', 'errors']}>
    <OutboxPage />
  </ClientMessages>
))
export default Page
