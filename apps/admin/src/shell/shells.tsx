import { AppShell } from '@salama/ui/components/app-shell.tsx'
import { CircleUser, House } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AdminAlerts } from '@/alerts/alerts.tsx'
import { GlobalSearch } from '@/search/global-search.tsx'
import { NAV_ITEMS } from './nav-items.ts'

/** The layout of console pages. Without the role it has no navigation. */
export function ConsoleShell({ isAdmin, children }: { isAdmin: boolean; children: ReactNode }) {
  const t = useTranslations('console')
  const account = useTranslations('account')
  return (
    <AppShell
      look="column"
      part={account('app.admin')}
      search={
        isAdmin && (
          <div className="flex gap-2 max-lg:absolute max-lg:top-1.5 max-lg:end-4 lg:order-1 lg:shrink-0 lg:gap-1">
            <GlobalSearch />
            <AdminAlerts />
          </div>
        )
      }
      nav={isAdmin ? NAV_ITEMS.map(({ name, href, icon }) => ({ href, icon, label: t(`place.${name}`) })) : []}
      account={{ href: '/account', label: t('account'), icon: CircleUser }}
    >
      {children}
    </AppShell>
  )
}

/** The layout of public pages: home, account, and 404. */
export async function PlainShell({ children }: { children: ReactNode }) {
  const t = await getTranslations('account')
  return (
    <AppShell
      part={t('app.admin')}
      nav={[
        { href: '/', label: t('firstPage'), icon: House },
        { href: '/account', label: t('title'), icon: CircleUser },
      ]}
    >
      {children}
    </AppShell>
  )
}
