import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { CollectPage } from '@/collect/collect-page.tsx'
import { keptPage } from '@/kept-page.tsx'

export const { generateMetadata, Page } = keptPage('collect', () => (
  <ClientMessages of={['common', 'desk', 'stage', 'stops', 'collect', 'photos', 'session']}>
    <CollectPage />
  </ClientMessages>
))
export default Page
