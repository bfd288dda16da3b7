import { AppShell } from '@salama/ui/components/app-shell.tsx'
import { LanguageSwitch } from '@salama/ui/components/language-switch.tsx'
import { Logo } from '@salama/ui/components/logo.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { CircleUser, House } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AccountLink, SideNav } from './side-nav.tsx'

/** The layout of console pages. Without the role it has no navigation. */
export function ConsoleShell({ isAdmin, children }: { isAdmin: boolean; children: ReactNode }) {
  const t = useTranslations('common')
  const account = useTranslations('account')
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-20 bg-raised px-4 py-3 font-bold focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skipToContent')}
      </a>
      <header className="flex flex-col border-b-2 border-line px-4 lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r-2 lg:border-b-0 lg:px-2 lg:py-3">
        <Link href="/" className="inline-flex min-h-14 items-center lg:px-2 lg:pb-2">
          <Logo part={account('app.admin')} />
        </Link>
        {isAdmin && <SideNav />}
        <div className="flex items-center lg:mt-auto lg:flex-col lg:items-stretch">
          <AccountLink />
          <LanguageSwitch />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="px-4 pb-8 outline-none lg:px-6">
        {children}
      </main>
    </div>
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
