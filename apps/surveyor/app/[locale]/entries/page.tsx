import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { EntriesPage } from '@/entries/entries-page.tsx'

export const { generateMetadata, Page } = cachedPage('entries', () => (
  <ClientMessages
    of={['common', 'fieldState', 'entry', 'entries', 'syncStatus', 'collect', 'outbox', 'work', 'errors']}
  >
    <EntriesPage />
  </ClientMessages>
))
export default Page
