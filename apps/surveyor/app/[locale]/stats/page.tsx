import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { StatsPage } from '@/stats/stats-page.tsx'

export const { generateMetadata, Page } = cachedPage('stats', () => (
  <ClientMessages of={['common', 'fieldState', 'stats']}>
    <StatsPage />
  </ClientMessages>
))
export default Page
