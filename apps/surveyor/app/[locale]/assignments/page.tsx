import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { Assignments } from '@/work/assignments.tsx'

export const { generateMetadata, Page } = cachedPage('work', () => (
  <ClientMessages of={['common', 'fieldState', 'work', 'session', 'map', 'errors']}>
    <Assignments />
  </ClientMessages>
))
export default Page
