import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { keptPage } from '@/kept-page.tsx'
import { Today } from '@/today/today.tsx'

export const { generateMetadata, Page } = keptPage('today', () => (
  <ClientMessages of={['common', 'desk', 'stage', 'stops', 'today', 'session', 'work', 'collect', 'errors']}>
    <Today />
  </ClientMessages>
))
export default Page
