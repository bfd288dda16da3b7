import { AppShell } from '@salama/ui/components/app-shell.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { hyperlegible } from '@salama/ui/font.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { Activity, CircleUser, History, House, KeyRound } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import '../globals.css'

export { appViewport as viewport, localeParams as generateStaticParams } from '@salama/ui/apps/app-document.tsx'

export async function generateMetadata({ params }: LayoutProps<'/[locale]'>): Promise<Metadata> {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) return {}
  const t = await getTranslations({ locale, namespace: 'developers' })
  return { title: { default: t('name'), template: `%s · ${t('name')}` }, description: t('description') }
}

const PLACES = [
  { href: '/', label: 'home', icon: House },
  { href: '/keys', label: 'keys', icon: KeyRound },
  { href: '/status', label: 'status', icon: Activity },
  { href: '/changelog', label: 'changelog', icon: History },
  { href: '/account', label: 'account', icon: CircleUser },
] as const

export default async function Layout({ children, params }: LayoutProps<'/[locale]'>) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  const [t, account] = await Promise.all([getTranslations('developers'), getTranslations('account')])
  return (
    <html lang={locale} className={hyperlegible.variable}>
      <body>
        <ClientMessages of={['common']}>
          <AppShell
            part={account('app.api')}
            nav={PLACES.map(({ href, label, icon }) => ({ href, label: t(label), icon: <Icon as={icon} /> }))}
          >
            {children}
          </AppShell>
        </ClientMessages>
      </body>
    </html>
  )
}
