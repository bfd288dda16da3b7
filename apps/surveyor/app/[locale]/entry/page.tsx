import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { EntryPage } from '@/entries/entry-page.tsx'

export const { generateMetadata, Page } = cachedPage('entry', () => (
  <ClientMessages
    of={['common', 'fieldState', 'entry', 'entries', 'syncStatus', 'collect', 'outbox', 'work', 'errors']}
  >
    <EntryPage />
  </ClientMessages>
))
export default Page
