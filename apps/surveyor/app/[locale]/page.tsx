import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { Today } from '@/today/today.tsx'

export const { generateMetadata, Page } = cachedPage('today', () => (
  <ClientMessages
    of={['common', 'fieldState', 'stage', 'stops', 'today', 'session', 'work', 'collect', 'push', 'errors']}
  >
    <Today />
  </ClientMessages>
))
export default Page
