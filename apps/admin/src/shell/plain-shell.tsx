import { AppShell } from '@salama/ui/components/app-shell.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleUser, House } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'

/** Around the pages that are for everybody: the first one, the account, and what does not exist. */
export async function PlainShell({ children }: { children: ReactNode }) {
  const t = await getTranslations('account')
  return (
    <AppShell
      part={t('app.admin')}
      nav={[
        { href: '/', label: t('firstPage'), icon: <Icon as={House} /> },
        { href: '/account', label: t('title'), icon: <Icon as={CircleUser} /> },
      ]}
    >
      {children}
    </AppShell>
  )
}
