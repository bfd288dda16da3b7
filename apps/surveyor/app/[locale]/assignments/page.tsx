import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { keptPage } from '@/kept-page.tsx'
import { Assignments } from '@/work/assignments.tsx'

export const { generateMetadata, Page } = keptPage('work', () => (
  <ClientMessages of={['common', 'desk', 'work', 'session', 'map', 'errors']}>
    <Assignments />
  </ClientMessages>
))
export default Page
