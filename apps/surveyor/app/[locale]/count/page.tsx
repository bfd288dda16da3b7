import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { CountPage } from '@/count/count-page.tsx'

export const { generateMetadata, Page } = cachedPage('count', () => (
  <ClientMessages of={['common', 'fieldState', 'stage', 'stops', 'session', 'count', 'collect', 'work', 'errors']}>
    <CountPage />
  </ClientMessages>
))
export default Page
