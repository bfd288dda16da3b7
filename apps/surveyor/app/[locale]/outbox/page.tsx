import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { OutboxList } from '@/outbox-list/outbox-list.tsx'

export const { generateMetadata, Page } = cachedPage('outbox', () => (
  <ClientMessages of={['common', 'fieldState', 'outbox', 'errors']}>
    <OutboxList />
  </ClientMessages>
))
export default Page
