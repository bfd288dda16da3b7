import { accountKey } from '@salama/session'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getViewer } from '@/shell/admin-page.tsx'
import { Providers } from '@/shell/providers.tsx'
import { ConsoleShell } from '@/shell/shells.tsx'

/** The console's layout. Each page checks access itself: see `adminPage`. */
export default async function Layout({ children }: LayoutProps<'/[locale]'>) {
  const viewer = await getViewer()
  return (
    <ClientMessages of={['common', 'console', 'errors', 'globalSearch', 'alerts', 'categories', 'saving']}>
      <Providers account={viewer.is === 'admin' ? accountKey(viewer.person.email ?? '') : null}>
        <ConsoleShell isAdmin={viewer.is === 'admin'}>{children}</ConsoleShell>
      </Providers>
    </ClientMessages>
  )
}
