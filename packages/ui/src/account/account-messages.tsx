import type { ReactNode } from 'react'
import { ClientMessages } from '../i18n/client-messages.tsx'

/** Around a page about an account: what its forms say. */
export const AccountMessages = ({ children }: { children: ReactNode }) => (
  <ClientMessages of={['common', 'account', 'errors']}>{children}</ClientMessages>
)
