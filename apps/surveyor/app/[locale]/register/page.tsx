import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cachedPage } from '@/cached-page.tsx'
import { RegisterPage } from '@/register/register-page.tsx'

export const { generateMetadata, Page } = cachedPage('register', () => (
  <ClientMessages of={['common', 'fieldState', 'register']}>
    <RegisterPage />
  </ClientMessages>
))
export default Page
