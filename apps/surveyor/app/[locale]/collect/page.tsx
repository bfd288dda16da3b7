import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { CollectPage } from '@/collect/collect-page.tsx'

export const { generateMetadata, Page } = cachedPage('collect', () => (
  <ClientMessages of={['common', 'fieldState', 'stage', 'stops', 'collect', 'photos', 'session', 'work']}>
    <CollectPage />
  </ClientMessages>
))
export default Page
