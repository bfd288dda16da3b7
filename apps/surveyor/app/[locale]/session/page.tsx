import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { keptPage } from '@/kept-page.tsx'
import { TruthPage } from '@/truth/truth-page.tsx'

export const { generateMetadata, Page } = keptPage('truth', () => (
  <ClientMessages of={['common', 'desk', 'truth']}>
    <TruthPage />
  </ClientMessages>
))
export default Page
