import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { keptPage } from '@/kept-page.tsx'
import { StatsPage } from '@/stats/stats-page.tsx'

export const { generateMetadata, Page } = keptPage('stats', () => (
  <ClientMessages of={['common', 'desk', 'stats']}>
    <StatsPage />
  </ClientMessages>
))
export default Page
